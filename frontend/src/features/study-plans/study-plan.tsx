import type { PlanProgress } from '@rehearse/contracts'
import { guidedPractice } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { customPlansQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { themesByDay } from '../../shared/plan-days.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import rows from '../../shared/ui/rows.module.css'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { templateOf, usePlanWrites, useTemplates } from './api.ts'
import { useStudyPlanMessages } from './messages.en.ts'
import { CustomPlanActions, PlanOffer } from './plan-offer.tsx'
import styles from './study-plans.module.css'

/** One plan: its days if started, else its description and workload. */
export function StudyPlan() {
  const messages = useStudyPlanMessages()
  const { planId = '' } = useParams()
  const session = useSession()
  const isKnown = useSessionKnown()
  const uid = session?.uid ?? ''
  const own = useQuery({ ...customPlansQuery(uid), enabled: session !== null })
  const { templates } = useTemplates()
  const mine = own.data?.find((plan) => plan.planId === planId)
  const plan = mine?.state === 'not-started' ? undefined : mine
  const template = (mine && templateOf(mine)) ?? templates?.find(({ id }) => id === planId)
  const back = (
    <Link to="/study-plans" className={styles.back}>
      {messages.back}
    </Link>
  )
  if (plan) return <PlanDays key={plan.state} uid={uid} plan={plan} back={back} />
  const waits = !isKnown || (session !== null && !own.data && !own.isError) || !templates
  if (template && !waits)
    return <PlanOffer uid={uid} template={template} isOwn={mine?.origin === 'own'} back={back} />
  return (
    <Page title={messages.title}>
      {own.isError && (
        <LoadFailed title={messages.ownFailed} error={own.error} onRetry={() => void own.refetch()} />
      )}
      {waits && <Skeleton heights={[2.5, 8, 16]} />}
      {!waits && !own.isError && (
        <EmptyState
          title={messages.missingTitle}
          text={messages.missingText}
          action={
            <ButtonLink to="/study-plans" variant="primary">
              {messages.back}
            </ButtonLink>
          }
        />
      )}
    </Page>
  )
}

/** A started plan: its days with their targets, and its sections. */
function PlanDays({ uid, plan, back }: { uid: string; plan: PlanProgress; back: ReactNode }) {
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const number = format.number
  const finished = plan.questionsCompleted >= plan.totalQuestions
  const themes = themesByDay(plan)
  const language = useLocale((state) => state.language)
  const right = plan.questionsCompleted === 0 ? 0 : (plan.correctAnswers / plan.questionsCompleted) * 100
  const line = () => {
    if (finished) return messages.finished
    if (plan.state === 'paused') return messages.paused
    return messages.dayOf(number(plan.currentDay ?? 1), number(plan.duration))
  }
  return (
    <Page
      title={plan.name}
      lead={line()}
      actions={
        <>
          <PlanActions uid={uid} plan={plan} finished={finished} />
          {plan.origin === 'own' && <CustomPlanActions uid={uid} planId={plan.planId} />}
        </>
      }
    >
      {back}
      <Stats>
        <Stat
          label={messages.progress}
          value={format.percent(plan.progress)}
          line={messages.doneOf(number(plan.questionsCompleted), number(plan.totalQuestions))}
          lit
        />
        <Stat
          label={messages.accuracy}
          value={format.percent(right)}
          line={messages.doneOf(number(plan.correctAnswers), number(plan.questionsCompleted))}
        />
      </Stats>
      <div className={styles.columns}>
        <section aria-labelledby="days">
          <h2 id="days">{messages.daysTitle}</h2>
          <ol className={`plain-list ${styles.list}`}>
            {plan.days.map(({ day, target, done, correct }) => {
              const isToday = plan.state === 'running' && day === plan.currentDay
              const name = messages.day(number(day))
              const topics = themes.get(day)?.map((theme) => theme.name) ?? []
              return (
                <li
                  key={day}
                  aria-current={isToday ? 'step' : undefined}
                  className={classNames(styles.day, isToday && styles.now)}
                >
                  <p className={styles.dayName}>
                    {name}
                    {topics.length > 0 && ': '}
                    <bdi>{listOf(language, topics)}</bdi> {isToday && <Tag>{messages.today}</Tag>}
                  </p>
                  <p data-numeric className={rows.quiet}>
                    {messages.doneOf(number(done), number(target))}
                    {done > 0 && ` · ${messages.right(number(correct))}`}
                  </p>
                  <Meter label={name} value={done} max={target} />
                </li>
              )
            })}
          </ol>
        </section>
        <section aria-labelledby="sections">
          <h2 id="sections">{messages.sectionsTitle}</h2>
          {plan.sections.length === 0 && <p className={rows.quiet}>{messages.allFields}</p>}
          <ul className={`plain-list ${styles.list}`}>
            {plan.sections.map(({ id, name, target, done }) => (
              <li key={id} className={styles.day}>
                <p dir="auto" className={styles.dayName}>
                  {name}
                </p>
                <p data-numeric className={rows.quiet}>
                  {messages.doneOf(number(done), number(target))}
                </p>
                <Meter label={name} value={done} max={target} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  )
}

const listOf = (language: string, topics: readonly string[]) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(topics)

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Continue, pause and restart. */
function PlanActions({ uid, plan, finished }: { uid: string; plan: PlanProgress; finished: boolean }) {
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const { stepping } = usePlanWrites(uid, () => setAsking(false))
  const step = (step: 'start' | 'pause' | 'reset') => stepping.mutate({ planId: plan.planId, step })
  const running = plan.state === 'running'
  return (
    <>
      {stepping.isError && <Alert tone="error">{errorText(stepping.error, messages.failed)}</Alert>}
      {running && !finished && (
        <ButtonLink to={guidedPractice(plan.planId)} variant="primary">
          {messages.continueDay(format.number(plan.currentDay ?? 1))}
        </ButtonLink>
      )}
      {!running && (
        <Button variant="primary" pending={stepping.isPending} onClick={() => step('start')}>
          {messages.resume}
        </Button>
      )}
      {running && !finished && (
        <Button pending={stepping.isPending} onClick={() => step('pause')}>
          {messages.pause}
        </Button>
      )}
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {messages.reset}
      </Button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={messages.resetTitle}
            text={messages.resetText}
            confirmLabel={messages.reset}
            cancelLabel={messages.keep}
            pending={stepping.isPending}
            onConfirm={() => step('reset')}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
