import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { analyticsQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { addDays, localDay } from '../../shared/local-day.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { type DayCell, DayGrid } from '../../shared/ui/plot/day-grid.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './calendar-legend.module.css'
import { bridgedDaysQuery } from './explain-query.ts'
import { useProgressMessages } from './messages.en.ts'

const WEEKS = 52
/** The streak that brings the first freeze. */
const FIRST_FREEZE = 7

/** A year of days: how much was practised on each, and which a freeze bridged. */
export function PracticeCalendar({ uid, longestStreak }: { uid: string; longestStreak: number }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const [range] = useState(lastYear)
  const { data: days, error, refetch } = useQuery(analyticsQuery(uid, range))
  const { data: bridged = [] } = useQuery({
    ...bridgedDaysQuery(uid),
    enabled: longestStreak >= FIRST_FREEZE,
  })
  if (!days) {
    if (error) return <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
    return <Skeleton heights={[12]} />
  }
  const cells = days.map(
    ({ date, questionsAnswered, challengesAttempted }): DayCell => ({
      date,
      level: levelOf(questionsAnswered + challengesAttempted),
      ringed: bridged.includes(date),
    }),
  )
  const active = days.filter((_, position) => (cells[position]?.level ?? 0) > 0)
  const summary =
    active.length === 0 ? messages.calendarNone : messages.calendarSummary(active.length, bridged.length)
  return (
    <PlotFrame
      title={messages.calendarTitle}
      summary={summary}
      columns={[messages.day, messages.answered, messages.right, messages.timeColumn]}
      rows={active
        .map((day) => [
          format.day(day.date),
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          format.duration(day.timeSpent),
        ])
        .reverse()}
    >
      <DayGrid label={summary} days={cells} monthName={format.month} />
      <CalendarLegend showBridged={bridged.length > 0} />
    </PlotFrame>
  )
}

/** Whole weeks, of which the last is this one. */
function lastYear(): { from: string; to: string } {
  const to = localDay()
  const weekday = new Date(`${to}T00:00:00Z`).getUTCDay()
  return { from: addDays(to, -weekday - 7 * (WEEKS - 1)), to }
}

function levelOf(done: number): DayCell['level'] {
  if (done === 0) return 0
  if (done < 5) return 1
  if (done < 10) return 2
  return done < 20 ? 3 : 4
}

const levels = ['none', 'little', 'some', 'much', 'most'] as const

function CalendarLegend({ showBridged }: { showBridged: boolean }) {
  const messages = useProgressMessages()
  return (
    <p aria-hidden className={styles.legend}>
      <span>{messages.calendarLess}</span>
      {levels.map((level) => (
        <i key={level} className={styles.cell}>
          <i className={styles[level]} />
        </i>
      ))}
      <span>{messages.calendarMore}</span>
      {showBridged && (
        <span className={styles.bridged}>
          <i className={styles.ring} />
          {messages.calendarBridged}
        </span>
      )}
    </p>
  )
}
