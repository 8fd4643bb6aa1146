import type { Dashboard, DayStats, Progress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { reviewsQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { PeriodBars, PeriodTrend } from '../../shared/ui/plot/period-plots.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { MonthsPlot, WeeksPlot } from './history-plots.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import pageStyles from './progress-page.module.css'
import { TitledList } from './progress-sections.tsx'
import { Sessions } from './sessions.tsx'

/** When the learner practiced, and the upcoming reviews. */
export function ActivityView({
  uid,
  progress,
  dashboard,
}: {
  uid: string
  progress: Progress
  dashboard: Dashboard | undefined
}) {
  return (
    <div className={pageStyles.grid}>
      <div className={pageStyles.column}>
        {dashboard && <MonthPlot days={dashboard.monthlyProgress} />}
        {dashboard && <WeekPlot days={dashboard.weeklyProgress} />}
        <WeeksPlot weeks={progress.weeklyProgress} />
        <MonthsPlot months={progress.monthlyProgress} />
        <Forecast uid={uid} />
      </div>
      <div className={pageStyles.column}>
        {dashboard && <Latest activities={dashboard.recentActivity} />}
        <Sessions uid={uid} />
      </div>
    </div>
  )
}

/** Answers per day: correct ones filled, incorrect ones outlined on top. */
function MonthPlot({ days }: { days: readonly DayStats[] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const answered = days.reduce((sum, day) => sum + day.questionsAnswered, 0)
  const active = days.filter((day) => day.questionsAnswered > 0).length
  return (
    <PeriodBars
      title={messages.monthTitle}
      summary={messages.monthSummary(answered, active)}
      columns={[messages.day, messages.answered, messages.right, messages.pointsColumn]}
      legend={{ filled: messages.right, hollow: messages.wrong }}
      periods={days.map((day, position) => ({
        key: day.date,
        label: (days.length - 1 - position) % 7 === 0 ? format.day(day.date) : undefined,
        filled: day.correctAnswers,
        hollow: day.questionsAnswered - day.correctAnswers,
        cells: [
          format.day(day.date),
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          format.number(day.points),
        ],
      }))}
    />
  )
}

/** Accuracy by day. A day without answers has no accuracy. */
function WeekPlot({ days }: { days: readonly DayStats[] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  const periods = days.map((day) => {
    const value =
      day.questionsAnswered === 0 ? null : Math.round((day.correctAnswers / day.questionsAnswered) * 100)
    const label = format.weekday(day.date)
    const text = value === null ? messages.noAnswers : format.percent(value)
    return {
      key: day.date,
      label,
      value,
      text,
      cells: [
        `${label}${common.comma}${format.day(day.date)}`,
        format.number(day.questionsAnswered),
        format.number(day.correctAnswers),
        text,
      ],
    }
  })
  return (
    <PeriodTrend
      title={messages.weekTitle}
      summary={messages.weekSummary(periods.map(({ label, text }) => `${label} ${text}`).join(common.comma))}
      columns={[messages.day, messages.answered, messages.right, messages.accuracyColumn]}
      periods={periods}
    />
  )
}

/** Flashcards due per day. */
function Forecast({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery(reviewsQuery(uid))
  if (!data) {
    if (error) return <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
    return <Skeleton heights={[14]} />
  }
  const { forecast } = data
  const total = forecast.reduce((sum, { due }) => sum + due, 0)
  const today = forecast[0]?.due ?? 0
  return (
    <div>
      <PeriodBars
        ahead
        title={messages.forecast}
        summary={total === 0 ? messages.forecastEmpty : messages.forecastSummary(total, today)}
        columns={[messages.day, messages.due]}
        periods={forecast.map(({ date, due }, position) => ({
          key: date,
          label: position % 7 === 0 ? format.day(date) : undefined,
          filled: due,
          cells: [format.day(date), format.number(due)],
        }))}
      />
      {today > 0 && (
        <ButtonLink to="/flashcards" className={styles.below}>
          {messages.cardsAction}
        </ButtonLink>
      )}
    </div>
  )
}

function Latest({ activities }: { activities: Dashboard['recentActivity'] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.latest} ordered>
      {activities.map((activity) => (
        <li key={`${activity.timestamp} ${activity.title}`} className={styles.activity}>
          {activity.isCorrect ? (
            <Check aria-label={messages.answeredRight} role="img" size={18} className={styles.right} />
          ) : (
            <X aria-label={messages.answeredWrong} role="img" size={18} className={styles.wrong} />
          )}
          <div className={styles.what}>
            <p dir="auto">
              <InlineCode text={activity.title} />
            </p>
            <p className={styles.quiet}>{format.moment(activity.timestamp)}</p>
          </div>
          <span data-numeric className={styles.points}>
            <span aria-hidden>{format.signed(activity.points)}</span>
            <span className="visually-hidden">{common.points(activity.points)}</span>
          </span>
        </li>
      ))}
    </TitledList>
  )
}
