import styles from './plot.module.css'
import { placeWords, useWidth } from './plot-frame.tsx'

export interface Bar {
  key: string
  /** Shown below the bar; omit it if not all of them fit. */
  label?: string | undefined
  filled: number
  /** Stacked on the filled part, as an outline. */
  hollow?: number
}

/** The least width for a label below the bars. */
const LABEL_ROOM = 72
const HEIGHT = 180
const FOOT = 24
const HEAD = 10

/** A bar per time step: one part filled, the other outlined on top, so that they differ without color. */
export function StackedBars({
  label,
  bars,
  legend,
  atLeast = 5,
}: {
  /** The text for screen readers. */
  label: string
  bars: readonly Bar[]
  legend?: { filled: string; hollow: string }
  /** The least value for the full height, so that small bars stay small. */
  atLeast?: number
}) {
  const [width, frame] = useWidth()
  const highest = Math.max(atLeast, ...bars.map(({ filled, hollow = 0 }) => filled + hollow))
  const step = width / Math.max(1, bars.length)
  const thickness = Math.min(16, step * 0.66)
  const floor = HEIGHT - FOOT
  const words = bars
    .map(({ key, label }, position) => ({ key, label, x: (position + 0.5) * step }))
    .filter(({ label }) => label !== undefined)
  const places = placeWords(words, width, LABEL_ROOM)
  const scale = (count: number) => (count / highest) * (floor - HEAD)
  return (
    <>
      {legend && (
        <p aria-hidden className={styles.legend}>
          <span>
            <i className={styles.full} /> {legend.filled}
          </span>
          <span>
            <i className={styles.outlined} /> {legend.hollow}
          </span>
        </p>
      )}
      <div ref={frame}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label} className={styles.plot}>
          <path className={styles.grid} d={`M0 ${floor}H${width}`} />
          {bars.map(({ key, label: foot, filled, hollow = 0 }, position) => {
            const x = position * step + (step - thickness) / 2
            const [lower, upper] = [scale(filled), scale(hollow)]
            return (
              <g key={key}>
                {filled + hollow === 0 && (
                  <rect className={styles.none} x={x} y={floor - 2} width={thickness} height={2} />
                )}
                {filled > 0 && (
                  <rect
                    className={styles.filled}
                    x={x}
                    y={floor - lower}
                    width={thickness}
                    height={lower}
                    rx={2}
                  />
                )}
                {hollow > 0 && (
                  <rect
                    className={styles.hollow}
                    x={x + 0.625}
                    y={floor - lower - upper}
                    width={thickness - 1.25}
                    height={Math.max(1, upper - 1.5)}
                    rx={2}
                  />
                )}
                {places.has(key) && (
                  <text className={styles.axis} x={places.get(key)} y={HEIGHT - 4} textAnchor="middle">
                    {foot}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
    </>
  )
}
