import type { DayFigures, User } from '@rehearse/contracts'
import { DAILY_GOAL } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useProfile } from '../../shared/account/profile.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { guidedPractice, ownPlansQuery, reviewsQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { StackedBars } from '../../shared/ui/plot/stacked-bars.tsx'
import { TrendLine } from '../../shared/ui/plot/trend-line.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { dashboardQuery } from './api.ts'
import { BadgeShelf } from './badges.tsx'
import styles from './dashboard.module.css'
import { DashboardFigures, Latest, TopCategories } from './dashboard-sections.tsx'
import upNextStyles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import { Mastery, PracticeCalendar, TitledList } from './progress-sections.tsx'

export function Dashboard() {
  const messages = useProgressMessages()
  return (
    <LearnerOnly title={messages.today} words={messages.visitor}>
      {(learner) => <OwnDashboard learner={learner} />}
    </LearnerOnly>
  )
}

function OwnDashboard({ learner: { uid, displayName } }: { learner: User }) {
  const messages = useProgressMessages()
  const greeting = useGreeting()
  const { data: progress } = useProgress()
  const { data: figures, error, isError, refetch } = useQuery(dashboardQuery(uid))
  const untouched = figures?.recentActivity.length === 0 && (progress?.totalQuestions ?? 0) === 0
  const shown = figures && !untouched
  return (
    <Page
      title={messages.today}
      heading={messages.greeting(greeting, displayName)}
      lead={shown && <TodayLine today={figures.weeklyProgress.at(-1)} />}
      actions={
        shown && (
          <>
            <ButtonLink to="/progress">{messages.allFigures}</ButtonLink>
            <ButtonLink to="/questions" variant="primary">
              {messages.practise}
            </ButtonLink>
          </>
        )
      }
    >
      {!figures && isError && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!figures && !isError && <Skeleton heights={[8, 16, 14]} />}
      {untouched && (
        <EmptyState
          title={messages.emptyTitle}
          text={messages.emptyText}
          action={
            <ButtonLink to="/questions" variant="primary">
              {messages.emptyAction}
            </ButtonLink>
          }
        />
      )}
      {shown && (
        <>
          <DashboardFigures dashboard={figures} progress={progress} />
          <UpNext uid={uid} />
          <div className={styles.grid}>
            <div className={styles.column}>
              <PracticeCalendar uid={uid} longestStreak={figures.longestStreak} />
              <MonthPlot days={figures.monthlyProgress} />
              <WeekPlot days={figures.weeklyProgress} />
              {progress && <BadgeShelf progress={progress} brief />}
            </div>
            <div className={styles.column}>
              <Mastery sections={progress?.sectionProgress ?? []} />
              <TopCategories categories={figures.topCategories} />
              <Latest activities={figures.recentActivity} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

function useGreeting(): string {
  const messages = useProgressMessages()
  const [hour] = useState(() => new Date().getHours())
  if (hour >= 5 && hour < 12) return messages.morning
  return hour >= 12 && hour < 18 ? messages.afternoon : messages.evening
}

/** What is left of the day's goal. */
function TodayLine({ today }: { today: DayFigures | undefined }) {
  const messages = useProgressMessages()
  const { data: profile } = useProfile()
  const left = (profile?.preferences.dailyGoal ?? DAILY_GOAL.default) - (today?.questionsAnswered ?? 0)
  return left > 0 ? messages.goalOpen(left) : messages.goalReached
}

/** Answers per day: right ones filled, the others hollow on top. */
function MonthPlot({ days }: { days: readonly DayFigures[] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const answered = days.reduce((sum, day) => sum + day.questionsAnswered, 0)
  const active = days.filter((day) => day.questionsAnswered > 0).length
  const summary = messages.monthSummary(answered, active)
  return (
    <PlotFrame
      title={messages.monthTitle}
      summary={summary}
      columns={[messages.day, messages.answered, messages.right, messages.pointsColumn]}
      rows={days
        .map((day) => [
          format.day(day.date),
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          format.number(day.points),
        ])
        .reverse()}
    >
      <StackedBars
        label={summary}
        legend={{ filled: messages.right, hollow: messages.wrong }}
        bars={days.map((day, position) => ({
          key: day.date,
          label: (days.length - 1 - position) % 7 === 0 ? format.day(day.date) : undefined,
          filled: day.correctAnswers,
          hollow: day.questionsAnswered - day.correctAnswers,
        }))}
      />
    </PlotFrame>
  )
}

/** Accuracy by day. A day without answers has no accuracy. */
function WeekPlot({ days }: { days: readonly DayFigures[] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  const points = days.map((day) => {
    const value =
      day.questionsAnswered === 0 ? null : Math.round((day.correctAnswers / day.questionsAnswered) * 100)
    return {
      key: day.date,
      day,
      label: format.weekday(day.date),
      value,
      text: value === null ? messages.noAnswers : format.percent(value),
    }
  })
  const summary = messages.weekSummary(points.map(({ label, text }) => `${label} ${text}`).join(common.comma))
  return (
    <PlotFrame
      title={messages.weekTitle}
      summary={summary}
      columns={[messages.day, messages.answered, messages.right, messages.accuracyColumn]}
      rows={points
        .map(({ day, label, text }) => [
          `${label}${common.comma}${format.day(day.date)}`,
          format.number(day.questionsAnswered),
          format.number(day.correctAnswers),
          text,
        ])
        .reverse()}
    >
      <TrendLine label={summary} points={points} />
    </PlotFrame>
  )
}

/** What waits to be gone on with: flashcards that are due, plans that are running. Nothing, where nothing waits. */
function UpNext({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: reviews } = useQuery(reviewsQuery(uid))
  const { data: plans = [] } = useQuery(ownPlansQuery(uid))
  const due = reviews?.pagination.totalCount ?? 0
  const running = plans.filter(({ state }) => state === 'running')
  if (due === 0 && running.length === 0) return null
  return (
    <TitledList title={messages.nextTitle} className={upNextStyles.next}>
      {[
        ...running.map((plan) => {
          const day = plan.days.find(({ day }) => day === plan.currentDay)
          return (
            <li key={plan.planId} className={upNextStyles.row}>
              <div className={upNextStyles.name}>
                <p dir="auto">{plan.name}</p>
                <p data-numeric className={upNextStyles.quiet}>
                  {messages.planDay(format.number(plan.currentDay ?? 1), format.number(plan.duration))}
                  {day && ` · ${messages.planToday(format.number(day.done), format.number(day.target))}`}
                </p>
              </div>
              <ButtonLink to={guidedPractice(plan.planId)} size="small">
                {messages.planAction} <span className="visually-hidden">{plan.name}</span>
              </ButtonLink>
            </li>
          )
        }),
        ...(due > 0
          ? [
              <li key="cards" className={upNextStyles.row}>
                <p>{messages.cardsDue(due)}</p>
                <ButtonLink to="/flashcards" size="small">
                  {messages.cardsAction}
                </ButtonLink>
              </li>,
            ]
          : []),
      ]}
    </TitledList>
  )
}
