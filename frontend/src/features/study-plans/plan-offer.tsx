import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import rows from '../../shared/ui/rows.module.css'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import type { Template } from './api.ts'
import { useCustomPlanWrites, usePlanWrites } from './api.ts'
import { useStudyPlanMessages } from './messages.en.ts'
import styles from './study-plans.module.css'

/** A plan's description and workload, before it is started. */
export function PlanOffer({
  uid,
  template,
  isOwn,
  back,
}: {
  uid: string
  template: Template
  isOwn: boolean
  back: ReactNode
}) {
  const { common } = useMessages()
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const { starting } = usePlanWrites(uid)
  const { duration, totalQuestions } = template
  return (
    <Page
      title={template.name}
      lead={template.description}
      actions={
        <>
          <Button
            variant="primary"
            pending={starting.isPending}
            onClick={() => (session ? starting.mutate(template) : ask())}
          >
            {starting.isPending ? messages.saving : messages.start}
          </Button>
          {isOwn && <CustomPlanActions uid={uid} planId={template.id} />}
        </>
      }
    >
      {back}
      {starting.isError && <Alert tone="error">{errorText(starting.error, messages.failed)}</Alert>}
      <p className={rows.tags}>
        <Tag>{messages.days(duration)}</Tag>
        <Tag>{common.questions(totalQuestions)}</Tag>
        <Tag>{messages.difficulty[template.difficulty]}</Tag>
        <Tag>{messages.perDay(template.estimatedTime)}</Tag>
      </p>
      <div className={styles.columns}>
        <section aria-labelledby="days">
          <h2 id="days">{messages.daysTitle}</h2>
          <ol className={`plain-list ${styles.list}`}>
            {targetsOf(template).map(({ day, target }) => (
              <li key={day} className={styles.day}>
                <p className={styles.dayName}>{messages.day(format.number(day))}</p>
                <p className={rows.quiet}>{common.questions(target)}</p>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="sections">
          <h2 id="sections">{messages.sectionsTitle}</h2>
          {template.sections.length === 0 && <p className={rows.quiet}>{messages.allFields}</p>}
          <ul className={styles.plain}>
            {template.sections.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          {template.features.length > 0 && (
            <>
              <h2>{messages.featuresTitle}</h2>
              <ul className={styles.plain}>
                {template.features.map((feature) => (
                  <li key={feature}>
                    <bdi>{feature}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      </div>
    </Page>
  )
}

/** The daily number until the total is reached; the last day takes what is left. */
function targetsOf({ duration, dailyQuestions, totalQuestions }: Template) {
  return Array.from({ length: duration }, (_, before) => {
    const left = Math.max(0, totalQuestions - before * dailyQuestions)
    return { day: before + 1, target: before === duration - 1 ? left : Math.min(left, dailyQuestions) }
  })
}

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Edit and delete, for custom plans only. */
export function CustomPlanActions({ uid, planId }: { uid: string; planId: string }) {
  const messages = useStudyPlanMessages()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { removing } = useCustomPlanWrites(uid)
  const [asking, setAsking] = useState(false)
  const remove = () => {
    setAsking(false)
    removing.mutate(planId, { onSuccess: () => navigate('/study-plans') })
  }
  return (
    <>
      {removing.isError && <Alert tone="error">{errorText(removing.error, messages.failed)}</Alert>}
      <ButtonLink to={`/study-plans/${planId}/edit`} variant="ghost">
        {messages.edit}
      </ButtonLink>
      <Button variant="ghost" pending={removing.isPending} onClick={() => setAsking(true)}>
        {messages.remove}
      </Button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={messages.removeTitle}
            text={messages.removeText}
            confirmLabel={messages.remove}
            cancelLabel={messages.keep}
            pending={removing.isPending}
            onConfirm={remove}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
