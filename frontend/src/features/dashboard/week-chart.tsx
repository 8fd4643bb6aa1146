import type { DayFigures } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import { useWidth } from './use-width.ts'

const HEIGHT = 190
const TOP = 28
const FLOOR = 150

/** Accuracy by day. A day without answers has no accuracy, so the line goes past it and no dot stands there. */
export function WeekChart({ days }: { days: readonly DayFigures[] }) {
  const { dashboard } = useMessages()
  const format = useFormat()
  const [width, frame] = useWidth()
  const step = width / Math.max(1, days.length)
  const points = days.map((day, position) => {
    const accuracy =
      day.questionsAnswered === 0 ? null : Math.round((day.correctAnswers / day.questionsAnswered) * 100)
    return { day, accuracy, x: (position + 0.5) * step, y: FLOOR - ((accuracy ?? 0) / 100) * (FLOOR - TOP) }
  })
  const played = points.filter((point) => point.accuracy !== null)
  const text = (accuracy: number | null) =>
    accuracy === null ? dashboard.noAnswers : format.percent(accuracy)
  const summary = dashboard.weekSummary(
    points.map(({ day, accuracy }) => `${format.weekday(day.date)} ${text(accuracy)}`).join(', '),
  )
  return (
    <ChartFrame
      title={dashboard.weekTitle}
      summary={summary}
      columns={[dashboard.day, dashboard.answered, dashboard.right, dashboard.accuracyColumn]}
      rows={points
        .map(({ day, accuracy }) => [
          `${format.weekday(day.date)}, ${format.day(day.date)}`,
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          text(accuracy),
        ])
        .reverse()}
    >
      <div ref={frame}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary} className={styles.plot}>
          {[0, 50, 100].map((level) => {
            const y = FLOOR - (level / 100) * (FLOOR - TOP)
            return <path key={level} className={styles.grid} d={`M0 ${y}H${width}`} />
          })}
          <polyline className={styles.trend} points={played.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {points.map(({ day, accuracy, x, y }) => (
            <g key={day.date}>
              {accuracy !== null && (
                <>
                  <circle className={styles.dot} cx={x} cy={y} r={5} />
                  <text className={styles.value} x={x} y={y - 12} textAnchor="middle">
                    {format.percent(accuracy)}
                  </text>
                </>
              )}
              <text className={styles.axis} x={x} y={HEIGHT - 14} textAnchor="middle">
                {format.weekday(day.date)}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  )
}
