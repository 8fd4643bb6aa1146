import type { Progress } from '@rehearse/contracts'
import { RANKING } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { sectionsQuery } from '../../shared/api/catalog.ts'
import { analyticsQuery } from '../../shared/api/study.ts'
import { addDays, localDay, useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { type DayCell, DayGrid } from '../../shared/ui/plot/day-grid.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { bridgedDaysQuery } from './api.ts'
import practiceCalendarStyles from './calendar-legend.module.css'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import { Why } from './why.tsx'

/** Mastery per section. A level requires enough answers to be meaningful. */
export function Mastery({ sections }: { sections: Progress['sectionProgress'] }) {
  const { difficulty } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: known = [] } = useQuery(sectionsQuery)
  const names = new Map(known.map((section) => [section.id, section.name]))
  return (
    <TitledList title={messages.mastery} empty={messages.masteryEmpty} className={styles.mastery}>
      {sections.map(({ section, totalQuestions, accuracy, masteryLevel }) => {
        const name = names.get(section) ?? section
        const level =
          totalQuestions < RANKING.answers
            ? messages.levelFrom(totalQuestions, RANKING.answers)
            : `${difficulty[masteryLevel]} · ${format.percent(accuracy)}`
        return (
          <li key={section}>
            <p className={styles.line}>
              <span dir="auto">{name}</span>
              <span data-numeric className={styles.quiet}>
                {level}
              </span>
            </p>
            <Meter label={name} value={accuracy} />
            <Why figure={`section:${section}`} label={name} />
          </li>
        )
      })}
    </TitledList>
  )
}

/** A titled list; if empty, a line that says how it fills. */
export function TitledList({
  title,
  empty,
  ordered = false,
  className,
  children,
}: {
  title: string
  empty?: ReactNode
  ordered?: boolean
  className?: string | undefined
  children: readonly ReactNode[]
}) {
  const id = useId()
  const List = ordered ? 'ol' : 'ul'
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children.length === 0 && <p className={styles.quiet}>{empty}</p>}
      {children.length > 0 && <List className={classNames('plain-list', className)}>{children}</List>}
    </section>
  )
}

const WEEKS = 52
/** The streak that earns the first freeze. */
const FIRST_FREEZE = 7

/** A year of days: how much was practiced on each, and which a freeze covered. */
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

/** Whole weeks, up to the current one. */
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
    <p aria-hidden className={practiceCalendarStyles.legend}>
      <span>{messages.calendarLess}</span>
      {levels.map((level) => (
        <i key={level} className={practiceCalendarStyles.cell}>
          <i className={practiceCalendarStyles[level]} />
        </i>
      ))}
      <span>{messages.calendarMore}</span>
      {showBridged && (
        <span className={practiceCalendarStyles.bridged}>
          <i className={practiceCalendarStyles.ring} />
          {messages.calendarBridged}
        </span>
      )}
    </p>
  )
}
