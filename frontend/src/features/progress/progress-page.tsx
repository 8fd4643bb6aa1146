import type { Dashboard, Progress, User } from '@rehearse/contracts'
import { levelStart } from '@rehearse/contracts/progress/levels'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useProgress } from '../../shared/api/progress.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { dashboardQuery } from './api.ts'
import { useProgressMessages } from './messages.en.ts'
import styles from './progress-page.module.css'
import { PracticeCalendar } from './progress-sections.tsx'
import { Why } from './why.tsx'

const ActivityView = lazy(async () => ({ default: (await import('./activity-view.tsx')).ActivityView }))
const TopicsView = lazy(async () => ({ default: (await import('./topics-view.tsx')).TopicsView }))
const BadgesView = lazy(async () => ({ default: (await import('./badges-view.tsx')).BadgesView }))

/** The progress page: stats, history, topics and badges, each in its own view. */
export function ProgressPage() {
  const messages = useProgressMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {(learner) => <OwnProgress learner={learner} />}
    </LearnerOnly>
  )
}

const views = ['overview', 'activity', 'topics', 'badges'] as const
type View = (typeof views)[number]

function OwnProgress({ learner: { uid } }: { learner: User }) {
  const messages = useProgressMessages()
  const query = useProgress()
  const { data: progress } = query
  const { data: dashboard } = useQuery(dashboardQuery(uid))
  const [search] = useSearchParams()
  const view = views.find((one) => one === search.get('view')) ?? 'overview'
  const hasNoActivity = progress?.lastActivity === null
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loading query={query} title={messages.loadFailed} heights={[14, 12, 14]} />
      {hasNoActivity && (
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
      {progress && !hasNoActivity && (
        <>
          <Views shown={view} />
          <Suspense fallback={<Skeleton heights={[14, 12, 14]} />}>
            {view === 'overview' && (
              <>
                <AllStats progress={progress} dashboard={dashboard} />
                <PracticeCalendar uid={uid} longestStreak={progress.longestStreak} />
              </>
            )}
            {view === 'activity' && <ActivityView uid={uid} progress={progress} dashboard={dashboard} />}
            {view === 'topics' && <TopicsView uid={uid} progress={progress} dashboard={dashboard} />}
            {view === 'badges' && <BadgesView uid={uid} progress={progress} />}
          </Suspense>
        </>
      )}
    </Page>
  )
}

function Views({ shown }: { shown: View }) {
  const messages = useProgressMessages()
  return (
    <nav aria-label={messages.viewsLabel} className={styles.views}>
      {views.map((view) => (
        <Link
          key={view}
          to={view === 'overview' ? '/progress' : `/progress?view=${view}`}
          aria-current={view === shown ? 'page' : undefined}
          preventScrollReset
          className={styles.view ?? ''}
        >
          {messages.views[view]}
        </Link>
      ))}
    </nav>
  )
}

/** Every stat, each with its explanation. */
function AllStats({ progress, dashboard }: { progress: Progress; dashboard: Dashboard | undefined }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { totalPoints, level } = progress.achievements
  const week = dashboard?.weeklyProgress.reduce((sum, day) => sum + day.timeSpent, 0)
  const number = format.number
  const figures = [
    {
      figure: 'streak',
      label: messages.streak,
      value: number(progress.currentStreak),
      line: messages.freezes(progress.streakFreezes),
    },
    { figure: 'longestStreak', label: messages.longest, value: number(progress.longestStreak) },
    { figure: 'points', label: messages.points, value: number(totalPoints) },
    {
      figure: 'level',
      label: messages.level,
      value: number(level),
      line: messages.levelNext(number(levelStart(level + 1) - totalPoints), number(level + 1)),
    },
    {
      figure: 'accuracy',
      label: messages.accuracy,
      value: format.percent(progress.accuracy),
      line: dashboard && messages.completion(format.percent(dashboard.completionRate)),
    },
    {
      figure: 'totalQuestions',
      label: messages.answers,
      value: number(progress.totalQuestions),
      line: messages.challengesDone(progress.challenges.completed),
    },
    { figure: 'correctAnswers', label: messages.rightAnswers, value: number(progress.correctAnswers) },
    {
      figure: 'timeSpent',
      label: messages.time,
      value: format.duration(progress.timeSpent),
      line: week !== undefined && messages.timeLine(format.duration(week)),
    },
  ]
  return (
    <Stats>
      {figures.map(({ figure, label, value, line }) => (
        <Stat
          key={figure}
          label={label}
          value={value}
          line={line}
          why={<Why figure={figure} label={label} />}
          lit={figure === 'streak'}
        />
      ))}
    </Stats>
  )
}
