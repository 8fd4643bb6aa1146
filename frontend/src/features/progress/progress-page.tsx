import type { User } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useProgress } from '../../shared/api/progress.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { AllFigures } from './all-figures.tsx'
import { dashboardQuery } from './api.ts'
import { useProgressMessages } from './messages.en.ts'
import styles from './progress-page.module.css'
import { PracticeCalendar } from './progress-sections.tsx'

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
  const untouched = progress?.lastActivity === null
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loading query={query} title={messages.loadFailed} heights={[14, 12, 14]} />
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
      {progress && !untouched && (
        <>
          <Views shown={view} />
          <Suspense fallback={<Skeleton heights={[14, 12, 14]} />}>
            {view === 'overview' && (
              <>
                <AllFigures progress={progress} dashboard={dashboard} />
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
