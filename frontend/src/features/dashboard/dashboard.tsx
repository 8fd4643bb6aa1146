import { useQuery } from '@tanstack/react-query'
import { useProgress } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './dashboard.module.css'
import { DashboardFigures } from './dashboard-figures.tsx'
import { dashboardQuery } from './dashboard-query.ts'
import { Latest } from './latest.tsx'
import { Mastery } from './mastery.tsx'
import { MonthChart } from './month-chart.tsx'
import { TodayLine } from './today-line.tsx'
import { useGreeting } from './use-greeting.ts'
import { WeekChart } from './week-chart.tsx'

export function Dashboard() {
  const { dashboard: messages } = useMessages()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const greeting = useGreeting()
  const { data: progress } = useProgress()
  const dashboard = useQuery({ ...dashboardQuery(session?.uid ?? ''), enabled: session !== null })

  if (!session) {
    return (
      <Page title={messages.title}>
        <EmptyState
          title={messages.visitorTitle}
          text={messages.visitorText}
          action={<VisitorActions onSignIn={() => ask()} />}
        />
      </Page>
    )
  }
  const figures = dashboard.data
  const untouched = figures?.recentActivity.length === 0 && (progress?.totalQuestions ?? 0) === 0
  return (
    <Page
      title={messages.title}
      heading={messages.greeting(greeting, session.displayName)}
      lead={figures && !untouched && <TodayLine today={figures.weeklyProgress.at(-1)} />}
      actions={
        figures &&
        !untouched && (
          <ButtonLink to="/questions" variant="primary">
            {messages.practise}
          </ButtonLink>
        )
      }
    >
      {!figures && dashboard.isError && (
        <LoadFailed error={dashboard.error} onRetry={() => void dashboard.refetch()} />
      )}
      {!figures && !dashboard.isError && <Skeleton heights={[8, 16, 14]} />}
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
      {figures && !untouched && (
        <>
          <DashboardFigures dashboard={figures} progress={progress} />
          <div className={styles.grid}>
            <div className={styles.wide}>
              <MonthChart days={figures.monthlyProgress} />
            </div>
            <Mastery sections={progress?.sectionProgress ?? []} />
            <div className={styles.wide}>
              <WeekChart days={figures.weeklyProgress} />
            </div>
            <Latest activities={figures.recentActivity} />
          </div>
        </>
      )}
    </Page>
  )
}

function VisitorActions({ onSignIn }: { onSignIn: () => void }) {
  const { account, dashboard } = useMessages()
  return (
    <>
      <Button variant="primary" onClick={onSignIn}>
        {account.signIn}
      </Button>
      <ButtonLink to="/questions">{dashboard.emptyAction}</ButtonLink>
    </>
  )
}
