import type { DayFigures } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import { useWidth } from './use-width.ts'

const HEIGHT = 180
const FOOT = 24

/** Answers per day: right ones filled, the others hollow on top. */
export function MonthChart({ days }: { days: readonly DayFigures[] }) {
  const { dashboard } = useMessages()
  const format = useFormat()
  const [width, frame] = useWidth()
  const highest = Math.max(5, ...days.map((day) => day.questionsAnswered))
  const step = width / Math.max(1, days.length)
  const bar = Math.min(16, step * 0.66)
  const scale = (count: number) => (count / highest) * (HEIGHT - FOOT - 10)
  const answered = days.reduce((sum, day) => sum + day.questionsAnswered, 0)
  const active = days.filter((day) => day.questionsAnswered > 0).length
  const summary = dashboard.monthSummary(answered, active)
  return (
    <ChartFrame
      title={dashboard.monthTitle}
      summary={summary}
      columns={[dashboard.day, dashboard.answered, dashboard.right, dashboard.pointsColumn]}
      rows={days
        .map((day) => [
          format.day(day.date),
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          format.number(day.points),
        ])
        .reverse()}
    >
      <p aria-hidden className={styles.legend}>
        <span>
          <i className={styles.full} /> {dashboard.right}
        </span>
        <span>
          <i className={styles.hollow} /> {dashboard.wrong}
        </span>
      </p>
      <div ref={frame}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary} className={styles.plot}>
          <path className={styles.grid} d={`M0 ${HEIGHT - FOOT}H${width}`} />
          {days.map((day, position) => {
            const x = position * step + (step - bar) / 2
            const floor = HEIGHT - FOOT
            const right = scale(day.correctAnswers)
            const wrong = scale(day.questionsAnswered - day.correctAnswers)
            return (
              <g key={day.date}>
                {day.questionsAnswered === 0 && (
                  <rect className={styles.none} x={x} y={floor - 2} width={bar} height={2} />
                )}
                {right > 0 && (
                  <rect className={styles.right} x={x} y={floor - right} width={bar} height={right} rx={2} />
                )}
                {wrong > 0 && (
                  <rect
                    className={styles.wrong}
                    x={x + 0.625}
                    y={floor - right - wrong}
                    width={bar - 1.25}
                    height={Math.max(1, wrong - 1.5)}
                    rx={2}
                  />
                )}
                {(days.length - 1 - position) % 7 === 0 && (
                  <text className={styles.axis} x={x + bar / 2} y={HEIGHT - 4} textAnchor="middle">
                    {format.day(day.date)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
    </ChartFrame>
  )
}
