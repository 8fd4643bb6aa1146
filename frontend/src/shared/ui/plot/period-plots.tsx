import { PlotFrame } from './plot-frame.tsx'
import { StackedBars } from './stacked-bars.tsx'
import { TrendLine } from './trend-line.tsx'

interface Period {
  key: string
  /** Its row of the table: the name, then the values. */
  cells: readonly string[]
}

interface Words {
  title: string
  /** A sentence that says what the plot shows. */
  summary: string
  columns: readonly string[]
}

/** Counts by period, oldest first; the table has the latest first, unless the periods lie ahead. */
export function PeriodBars({
  periods,
  legend,
  ahead = false,
  ...words
}: Words & {
  ahead?: boolean
  periods: readonly (Period & { label?: string | undefined; filled: number; hollow?: number })[]
  legend?: { filled: string; hollow: string }
}) {
  return (
    <PlotFrame {...words} rows={ahead ? cellsOf(periods) : cellsOf(periods).reverse()}>
      <StackedBars label={words.summary} bars={periods} {...(legend && { legend })} />
    </PlotFrame>
  )
}

/** A percentage by period, oldest first; null where there is none. */
export function PeriodTrend({
  periods,
  ...words
}: Words & {
  periods: readonly (Period & { label: string; value: number | null; text: string })[]
}) {
  return (
    <PlotFrame {...words} rows={cellsOf(periods).reverse()}>
      <TrendLine label={words.summary} points={periods} />
    </PlotFrame>
  )
}

const cellsOf = (periods: readonly Period[]) => periods.map(({ cells }) => cells)
