import styles from './plot.module.css'
import { PlotFrame, placeWords, useWidth } from './plot-frame.tsx'
import { StackedBars } from './stacked-bars.tsx'

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

interface TrendPoint {
  key: string
  label: string
  /** Percent; null for no data. */
  value: number | null
  /** The value's text beside its dot. */
  text: string
}

/** The least width for a label below a dot, and for a value above it. */
const LABEL_ROOM = 56
const HEIGHT = 190
const TOP = 28
const FLOOR = 150

/**
 * Percentages over time. A step without a value has no dot, and the line skips it. If steps are narrow, only some
 * have labels; the table has all values.
 */
function TrendLine({ label, points }: { label: string; points: readonly TrendPoint[] }) {
  const [width, frame] = useWidth()
  const step = width / Math.max(1, points.length)
  const heightOf = (percent: number) => FLOOR - (percent / 100) * (FLOOR - TOP)
  const placed = points.map((point, position) => ({
    ...point,
    x: (position + 0.5) * step,
    y: heightOf(point.value ?? 0),
  }))
  const drawn = placed.filter(({ value }) => value !== null)
  const allHaveRoom = step >= LABEL_ROOM
  const places = placeWords(placed, width, LABEL_ROOM)
  return (
    <div ref={frame}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label} className={styles.plot}>
        {[0, 50, 100].map((level) => (
          <path key={level} className={styles.grid} d={`M0 ${heightOf(level)}H${width}`} />
        ))}
        <polyline className={styles.trend} points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {placed.map(({ key, label: foot, value, text, x, y }) => (
          <g key={key}>
            {value !== null && (
              <>
                <circle className={styles.dot} cx={x} cy={y} r={allHaveRoom ? 5 : 3} />
                {allHaveRoom && (
                  <text className={styles.value} x={x} y={y - 12} textAnchor="middle">
                    {text}
                  </text>
                )}
              </>
            )}
            {places.has(key) && (
              <text className={styles.axis} x={places.get(key)} y={HEIGHT - 14} textAnchor="middle">
                {foot}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}
