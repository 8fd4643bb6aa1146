import { classNames } from '../class-names.ts'
import styles from './plot.module.css'
import { useWidth } from './plot-frame.tsx'

export interface DayCell {
  /** A calendar day, `2026-11-21`. */
  date: string
  /** From 0, no activity, to 4. */
  level: 0 | 1 | 2 | 3 | 4
  /** Drawn as a ring: a day covered by a streak freeze. */
  ringed?: boolean
}

const HEAD = 20
const GAP = 3
const SMALLEST_STEP = 13
const LARGEST_STEP = 19
/** How much of its cell each level fills, so that levels differ by size as well as color. */
const shares = [0, 0.42, 0.62, 0.82, 1] as const

/**
 * A calendar with a column per week, Sunday first, the latest week last: as many weeks as fit. Days must be in order
 * and without gaps.
 */
export function DayGrid({
  label,
  days,
  monthName,
}: {
  label: string
  days: readonly DayCell[]
  monthName: (date: string) => string
}) {
  const [width, frame] = useWidth()
  const weeks = weeksOf(days)
  const room = Math.max(1, Math.floor(width / SMALLEST_STEP))
  const shown = weeks.slice(-room)
  const step = Math.min(LARGEST_STEP, width / shown.length)
  const size = step - GAP
  return (
    <div ref={frame}>
      <svg viewBox={`0 0 ${width} ${HEAD + 7 * step}`} role="img" aria-label={label} className={styles.plot}>
        {shown.map((week, column) => (
          <g key={week[0]?.date}>
            {beginsMonth(week) && column < shown.length - 2 && (
              <text className={classNames(styles.axis, styles.begins)} x={column * step} y={12}>
                {monthName(week[week.length - 1]?.date ?? '')}
              </text>
            )}
            {week.map(({ date, level, ringed }) => {
              const y = HEAD + weekdayOf(date) * step
              const inner = size * shares[level]
              return (
                <g key={date}>
                  <rect
                    className={classNames(styles.cell, ringed && styles.ring)}
                    x={column * step}
                    y={y}
                    width={size}
                    height={size}
                    rx={2}
                  />
                  {level > 0 && (
                    <rect
                      className={styles[`heat${level}`]}
                      x={column * step + (size - inner) / 2}
                      y={y + (size - inner) / 2}
                      width={inner}
                      height={inner}
                      rx={2}
                    />
                  )}
                </g>
              )
            })}
          </g>
        ))}
      </svg>
    </div>
  )
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Whether a month begins in this week, which then shows its name. */
const beginsMonth = (week: readonly DayCell[]) => week.some(({ date }) => Number(date.slice(8)) === 1)

function weeksOf(days: readonly DayCell[]): DayCell[][] {
  const weeks: DayCell[][] = []
  for (const day of days) {
    const last = weeks.at(-1)
    if (last === undefined || weekdayOf(day.date) === 0) weeks.push([day])
    else last.push(day)
  }
  return weeks
}
