import type { User } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useProgress } from '../../shared/api/progress.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { BadgeShelf } from './badge-shelf.tsx'
import styles from './dashboard.module.css'
import { DashboardFigures } from './dashboard-figures.tsx'
import { dashboardQuery } from './dashboard-query.ts'
import { Latest } from './latest.tsx'
import { Mastery } from './mastery.tsx'
import { MonthPlot } from './month-plot.tsx'
import { PracticeCalendar } from './practice-calendar.tsx'
import { useProgressMessages } from './progress-messages.ts'
import { TodayLine } from './today-line.tsx'
import { TopCategories } from './top-categories.tsx'
import { UpNext } from './up-next.tsx'
import { useGreeting } from './use-greeting.ts'
import { WeekPlot } from './week-plot.tsx'

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
