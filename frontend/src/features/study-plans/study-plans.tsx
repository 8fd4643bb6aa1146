import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { ownPlansQuery } from '../../shared/api/study.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { PlanUnderWay } from './plan-under-way.tsx'
import { useStudyPlanMessages } from './study-plan-messages.ts'
import styles from './study-plans.module.css'
import { TemplateRow } from './template-row.tsx'
import { type Template, templateOf, useTemplates } from './templates.ts'
import { usePlanWrites } from './use-plan-writes.ts'

/** Guided plans: those that are under way, and those to choose from. */
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
  // Who starts one must not be taken for a visitor.
  const templates = isKnown ? all : undefined
  const own = useQuery({ ...ownPlansQuery(uid), enabled: session !== null })
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
          <ul className={`plain-list ${styles.list}`}>
            {begun.map((plan) => (
              <PlanUnderWay key={plan.planId} plan={plan} />
            ))}
          </ul>
        </section>
      )}
      {made.length > 0 && (
        <section aria-labelledby="own" className={styles.part}>
          <h2 id="own">{messages.own}</h2>
          <ul className={`plain-list ${styles.list}`}>
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
        <ul className={`plain-list ${styles.list}`}>
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
