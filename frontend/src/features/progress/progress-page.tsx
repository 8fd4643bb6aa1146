import type { PathProgress, Progress, User } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useProgress } from '../../shared/api/progress.ts'
import { certificatesQuery, ownPlansQuery, reviewsQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { StackedBars } from '../../shared/ui/plot/stacked-bars.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { AllFigures } from './all-figures.tsx'
import { dashboardQuery } from './api.ts'
import { BadgeShelf } from './badges.tsx'
import styles from './dashboard.module.css'
import { MonthsPlot, WeeksPlot } from './history-plots.tsx'
import certificatesStyles from './lists.module.css'
import milestonesStyles from './lists.module.css'
import pathsUnderWayStyles from './lists.module.css'
import plansUnderWayStyles from './lists.module.css'
import forecastStyles from './lists.module.css'
import type { ProgressMessages } from './messages.en.ts'
import { useProgressMessages } from './messages.en.ts'
import { Mastery, PracticeCalendar, TitledList } from './progress-sections.tsx'
import { Sessions } from './sessions.tsx'

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

function Certificates({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: certificates = [] } = useQuery(certificatesQuery(uid))
  return (
    <TitledList title={messages.certificates} empty={messages.certificatesEmpty}>
      {certificates.map(({ code, pathName, issuedAt }) => (
        <li key={code} className={certificatesStyles.row}>
          <div className={certificatesStyles.name}>
            <p dir="auto">{pathName}</p>
            <p className={certificatesStyles.quiet}>{messages.issuedOn(format.date(issuedAt))}</p>
          </div>
          <ButtonLink to={`/certificates/${code}`} size="small">
            {messages.certificateOpen} <span className="visually-hidden">{pathName}</span>
          </ButtonLink>
        </li>
      ))}
    </TitledList>
  )
}

/** Round numbers that were reached, the latest first. */
function Milestones({ milestones }: { milestones: Progress['achievements']['milestones'] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const latestFirst = milestones.toSorted((one, other) => other.reachedAt.localeCompare(one.reachedAt))
  return (
    <TitledList title={messages.milestones} empty={messages.milestonesEmpty} ordered>
      {latestFirst.map(({ id, reachedAt }) => (
        <li key={id} className={milestonesStyles.row}>
          <p data-numeric>{nameOf(id, messages)}</p>
          <p className={milestonesStyles.quiet}>{format.date(reachedAt)}</p>
        </li>
      ))}
    </TitledList>
  )
}

/** `answers-10`: ten answers. One that is not known yet says its own name. */
function nameOf(id: string, { milestone }: ProgressMessages): string {
  const [measure = '', count] = id.split('-')
  const say = Object.hasOwn(milestone, measure) ? milestone[measure as keyof typeof milestone] : undefined
  return say ? say(Number(count)) : id
}

/** The learning paths that were begun, ten sections each. */
function PathsUnderWay({ paths }: { paths: readonly PathProgress[] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.paths} empty={messages.pathsEmpty} className={pathsUnderWayStyles.mastery}>
      {paths.map(({ pathId, pathName, progress, completedSections }) => (
        <li key={pathId}>
          <p className={pathsUnderWayStyles.line}>
            <Link to={`/questions?learningPath=${encodeURIComponent(pathId)}`} dir="auto">
              {pathName}
            </Link>
            <span data-numeric className={pathsUnderWayStyles.quiet}>
              {messages.pathLine(format.percent(progress), completedSections.length)}
            </span>
          </p>
          <Meter label={pathName} value={progress} />
        </li>
      ))}
    </TitledList>
  )
}

/** The guided plans that were begun. */
function PlansUnderWay({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: plans = [] } = useQuery(ownPlansQuery(uid))
  const begun = plans.filter(({ state }) => state !== 'not-started')
  return (
    <div>
      <TitledList title={messages.plans} empty={messages.plansEmpty} className={plansUnderWayStyles.mastery}>
        {begun.map((plan) => (
          <li key={plan.planId}>
            <p className={plansUnderWayStyles.line}>
              <span dir="auto">{plan.name}</span>
              <span data-numeric className={plansUnderWayStyles.quiet}>
                {plan.state === 'paused'
                  ? messages.planPaused
                  : messages.planDay(format.number(plan.currentDay ?? 1), format.number(plan.duration))}
                {' · '}
                {messages.planLine(
                  format.number(plan.questionsCompleted),
                  format.number(plan.totalQuestions),
                )}
              </span>
            </p>
            <Meter label={plan.name} value={plan.progress} />
          </li>
        ))}
      </TitledList>
      <ButtonLink to="/study-plans" size="small" className={plansUnderWayStyles.below}>
        {begun.length === 0 ? messages.plansAction : messages.plans}
      </ButtonLink>
    </div>
  )
}

/** Flashcards that come due, day by day. */
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
  const summary = total === 0 ? messages.forecastEmpty : messages.forecastSummary(total, today)
  return (
    <div>
      <PlotFrame
        title={messages.forecast}
        summary={summary}
        columns={[messages.day, messages.due]}
        rows={forecast.map(({ date, due }) => [format.day(date), format.number(due)])}
      >
        <StackedBars
          label={summary}
          bars={forecast.map(({ date, due }, position) => ({
            key: date,
            label: position % 7 === 0 ? format.day(date) : undefined,
            filled: due,
          }))}
        />
      </PlotFrame>
      {today > 0 && (
        <ButtonLink to="/flashcards" className={forecastStyles.below}>
          {messages.cardsAction}
        </ButtonLink>
      )}
    </div>
  )
}
