import type { User } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useProgress } from '../../shared/api/progress.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { AllFigures } from './all-figures.tsx'
import { BadgeShelf } from './badge-shelf.tsx'
import { Certificates } from './certificates.tsx'
import styles from './dashboard.module.css'
import { dashboardQuery } from './dashboard-query.ts'
import { Forecast } from './forecast.tsx'
import { Mastery } from './mastery.tsx'
import { Milestones } from './milestones.tsx'
import { MonthsPlot } from './months-plot.tsx'
import { PathsUnderWay } from './paths-under-way.tsx'
import { PlansUnderWay } from './plans-under-way.tsx'
import { PracticeCalendar } from './practice-calendar.tsx'
import { useProgressMessages } from './progress-messages.ts'
import { Sessions } from './sessions.tsx'
import { WeeksPlot } from './weeks-plot.tsx'

/** All figures of a learner, and what each is made of. */
export function ProgressPage() {
  const messages = useProgressMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {(learner) => <OwnProgress learner={learner} />}
    </LearnerOnly>
  )
}

function OwnProgress({ learner: { uid } }: { learner: User }) {
  const messages = useProgressMessages()
  const { data: progress, error, isError, refetch } = useProgress()
  const { data: dashboard } = useQuery(dashboardQuery(uid))
  const untouched = progress?.lastActivity === null
  return (
    <Page title={messages.title} lead={messages.lead}>
      {!progress && isError && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!progress && !isError && <Skeleton heights={[14, 12, 14]} />}
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
          <AllFigures progress={progress} dashboard={dashboard} />
          <div className={styles.grid}>
            <div className={styles.column}>
              <PracticeCalendar uid={uid} longestStreak={progress.longestStreak} />
              <WeeksPlot weeks={progress.weeklyProgress} />
              <MonthsPlot months={progress.monthlyProgress} />
              <Forecast uid={uid} />
              <BadgeShelf progress={progress} />
            </div>
            <div className={styles.column}>
              <Mastery sections={progress.sectionProgress} explained />
              <PathsUnderWay paths={progress.learningPaths} />
              <PlansUnderWay uid={uid} />
              <Sessions uid={uid} />
              <Certificates uid={uid} />
              <Milestones milestones={progress.achievements.milestones} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}
