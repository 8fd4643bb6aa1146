import { PlotFrame } from './plot-frame.tsx'
import { StackedBars } from './stacked-bars.tsx'
import { TrendLine } from './trend-line.tsx'

interface Period {
  key: string
  /** Its table row: the name, then the values. */
  cells: readonly string[]
}

interface Words {
  title: string
  /** A sentence that describes the plot. */
  summary: string
  columns: readonly string[]
}

/** Counts by period, oldest first; the table shows the latest first, unless the periods are in the future. */
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

/** A percentage by period, oldest first; null for no data. */
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
