import type { PlanProgress } from '@rehearse/contracts'
import { guidedPractice } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { customPlansQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import rows from '../../shared/ui/rows.module.css'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { type Template, templateOf, usePlanWrites, useTemplates } from './api.ts'
import { useStudyPlanMessages } from './messages.en.ts'
import styles from './study-plans.module.css'

/** Guided plans: those in progress, and those to choose from. */
export function StudyPlans() {
  const { common } = useMessages()
  const messages = useStudyPlanMessages()
  const errorText = useErrorText()
  const session = useSession()
  const isKnown = useSessionKnown()
  const uid = session?.uid ?? ''
  const navigate = useNavigate()
  const ask = useSignInPrompt((state) => state.ask)
  const { templates: all, error, refetch } = useTemplates()
  // A learner who starts one must not be treated as a visitor.
  const templates = isKnown ? all : undefined
  const own = useQuery({ ...customPlansQuery(uid), enabled: session !== null })
  const { starting } = usePlanWrites(uid, (plan) => navigate(`/study-plans/${plan.planId}`))
  const begun = own.data?.filter(({ state }) => state !== 'not-started') ?? []
  const made =
    own.data?.filter(({ state }) => state === 'not-started').flatMap((plan) => templateOf(plan) ?? []) ?? []
  const taken = new Set(begun.map(({ planId }) => planId))
  const start = (template: Template) => (session ? starting.mutate(template) : ask())

  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={<ButtonLink to="/study-plans/new">{messages.make}</ButtonLink>}
    >
      {own.isError && (
        <LoadFailed title={messages.ownFailed} error={own.error} onRetry={() => void own.refetch()} />
      )}
      {begun.length > 0 && (
        <section aria-labelledby="under-way" className={styles.part}>
          <h2 id="under-way">{messages.underWay}</h2>
          <ul className="plain-list">
            {begun.map((plan) => (
              <PlanUnderWay key={plan.planId} plan={plan} />
            ))}
          </ul>
        </section>
      )}
      {made.length > 0 && (
        <section aria-labelledby="own" className={styles.part}>
          <h2 id="own">{messages.own}</h2>
          <ul className="plain-list">
            {made.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                pending={starting.isPending && starting.variables?.id === template.id}
                onStart={() => start(template)}
              />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="choose" className={styles.part}>
        <h2 id="choose">{messages.choose}</h2>
        {error && (
          <Alert
            tone="warning"
            title={messages.loadFailed}
            action={<Button onClick={() => void refetch()}>{common.retry}</Button>}
          >
            <p>{messages.samplesNote}</p>
          </Alert>
        )}
        {starting.isError && <Alert tone="error">{errorText(starting.error, messages.failed)}</Alert>}
        {!templates && <Skeleton heights={[6, 6, 6, 6]} />}
        <ul className="plain-list">
          {templates
            ?.filter(({ id }) => !taken.has(id))
            .map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                pending={starting.isPending && starting.variables?.id === template.id}
                onStart={() => start(template)}
              />
            ))}
        </ul>
      </section>
    </Page>
  )
}

/** A plan in progress, with a button to continue. */
function PlanUnderWay({ plan }: { plan: PlanProgress }) {
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const day = format.number(plan.currentDay ?? 1)
  const finished = plan.questionsCompleted >= plan.totalQuestions
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <h3 dir="auto">
          <Link to={`/study-plans/${encodeURIComponent(plan.planId)}`}>{plan.name}</Link>
        </h3>
        <p data-numeric className={rows.quiet}>
          {plan.state === 'paused' ? messages.paused : messages.dayOf(day, format.number(plan.duration))}
          {' · '}
          {messages.doneOf(format.number(plan.questionsCompleted), format.number(plan.totalQuestions))}
        </p>
      </div>
      <div className={rows.facts}>
        <Meter label={plan.name} value={plan.progress} />
      </div>
      <div className={styles.actions}>
        {plan.state === 'running' && !finished ? (
          <ButtonLink to={guidedPractice(plan.planId)} variant="primary">
            {messages.continueDay(day)}
          </ButtonLink>
        ) : (
          <ButtonLink to={`/study-plans/${encodeURIComponent(plan.planId)}`}>
            {messages.see} <span className="visually-hidden">{plan.name}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

/** A plan to choose. */
function TemplateRow({
  template,
  pending,
  onStart,
}: {
  template: Template
  pending: boolean
  onStart: () => void
}) {
  const { common } = useMessages()
  const messages = useStudyPlanMessages()
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <div className={rows.tags}>
          <h3 dir="auto">{template.name}</h3>
          {template.isRecommended && <Tag tone="info">{messages.recommended}</Tag>}
        </div>
        {template.description && (
          <p dir="auto" className={rows.quiet}>
            {template.description}
          </p>
        )}
      </div>
      <div data-numeric className={rows.facts}>
        <p>
          {messages.days(template.duration)} · {common.questions(template.totalQuestions)} ·{' '}
          {messages.difficulty[template.difficulty]}
        </p>
        <p>
          {messages.daily(template.dailyQuestions)} · {messages.perDay(template.estimatedTime)}
        </p>
      </div>
      <div className={styles.actions}>
        {!template.isSample && (
          <ButtonLink to={`/study-plans/${template.id}`} variant="ghost">
            {messages.see} <span className="visually-hidden">{template.name}</span>
          </ButtonLink>
        )}
        <Button pending={pending} onClick={onStart}>
          {pending ? messages.saving : messages.start}{' '}
          <span className="visually-hidden">{template.name}</span>
        </Button>
      </div>
    </li>
  )
}
