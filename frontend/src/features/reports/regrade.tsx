import type { regradeReply } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { useReportMessages } from './messages.en.ts'
import styles from './reports.module.css'

/** Corrects an answer key: first a preview of the changes, then the change itself. */
export function Regrade({ id, versions }: RegradeProps) {
  const messages = useReportMessages()
  return (
    <section aria-labelledby="regrade" className={styles.section}>
      <h2 id="regrade">{messages.regradeTitle}</h2>
      <p className={styles.lead}>{messages.regradeLead}</p>
      <RegradeForm id={id} versions={versions} />
    </section>
  )
}

/** Offers to regrade the answers to earlier versions right after the key changed, and shows what that would change. */
export function RegradeOffer({
  id,
  version,
  onClose,
}: {
  id: string
  /** The version with the new key. */
  version: number
  onClose: () => void
}) {
  const messages = useReportMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const versions = Array.from({ length: Math.min(version, offeredVersions) }, (_, back) => version - back)
  return (
    <section aria-labelledby="regrade-offer" className={styles.offer}>
      <h2 id="regrade-offer" ref={heading} tabIndex={-1}>
        {messages.regradeOfferTitle}
      </h2>
      <p className={styles.lead}>{messages.regradeOfferLead(format.number(version))}</p>
      <RegradeForm id={id} versions={versions} planned onClose={onClose} />
    </section>
  )
}

/** Older versions are regraded on the report of the question. */
const offeredVersions = 20

interface RegradeProps {
  id: string
  /** Newest first: the newest has the correct key. */
  versions: readonly number[]
}

function RegradeForm({
  id,
  versions,
  planned = false,
  onClose,
}: RegradeProps & {
  /** Shows the changes without being asked. */
  planned?: boolean
  onClose?: () => void
}) {
  const messages = useReportMessages()
  const { common } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const older = versions.slice(1)
  const [chosen, setChosen] = useState<number>()
  const version = chosen ?? older[0]

  const call = (dryRun: boolean) =>
    adminApi.post(`/api/admin/progress/questions/${id}/regrade`, {
      body: { version, dryRun },
    })
  const planning = useMutation({ mutationFn: () => call(true) })
  const doing = useMutation({
    mutationFn: () => call(false),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminKey('answers') }),
  })
  const startOver = () => {
    planning.reset()
    doing.reset()
  }
  const planAtOnce = useEffectEvent(() => {
    if (planned && version !== undefined) planning.mutate()
  })
  useEffect(() => planAtOnce(), [])
  const plan = planning.data
  const outcome = doing.data
  const problem = doing.error ?? planning.error
  return (
    <>
      {version === undefined && <p className={styles.quiet}>{messages.regradeOnlyOne}</p>}
      {version !== undefined && (
        <div className={styles.bar}>
          <SelectField
            label={messages.regradeVersion}
            value={version}
            onChange={({ target }) => {
              setChosen(Number(target.value))
              startOver()
            }}
            choices={older.map((one) => ({ value: String(one), label: format.number(one) }))}
          />
          <Button
            pending={planning.isPending}
            onClick={() => {
              startOver()
              planning.mutate()
            }}
          >
            {planning.isPending ? messages.regradePlanning : messages.regradePlan}
          </Button>
        </div>
      )}
      {problem && (
        <Alert tone="error" title={messages.regradeFailed}>
          {errorText(problem)}
        </Alert>
      )}
      {plan && !outcome && (
        <RegradeEffect reply={plan}>
          {plan.changes.answers > 0 && (
            <>
              <p className={styles.quiet}>{messages.regradeEffects}</p>
              <div className={styles.actions}>
                <Button onClick={onClose ?? startOver}>
                  {onClose ? messages.regradeOfferClose : common.cancel}
                </Button>
                <Button variant="danger" pending={doing.isPending} onClick={() => doing.mutate()}>
                  {doing.isPending ? messages.regrading : messages.regradeConfirm(plan.changes.answers)}
                </Button>
              </div>
            </>
          )}
        </RegradeEffect>
      )}
      {outcome && (
        <RegradeEffect reply={outcome}>
          <Alert
            tone={outcome.status === 'done' ? 'success' : 'info'}
            action={
              outcome.status === 'running' && (
                <Button pending={doing.isPending} onClick={() => doing.mutate()}>
                  {messages.regradeAsk}
                </Button>
              )
            }
          >
            {outcome.status === 'done'
              ? messages.regradeDone(outcome.changes.answers)
              : messages.regradeRunning(outcome.changes.answers)}
          </Alert>
        </RegradeEffect>
      )}
      {onClose && !(plan && !outcome && plan.changes.answers > 0) && (
        <Button onClick={onClose}>{common.close}</Button>
      )}
    </>
  )
}

/** The effect of a regrade, expected or so far, in numbers: gains and losses apart. */
function RegradeEffect({
  reply: { version, keyVersion, changes },
  children,
}: {
  reply: Reply<typeof regradeReply>
  children: ReactNode
}) {
  const messages = useReportMessages()
  const format = useFormat()
  const heading = messages.regradeEffect(format.number(version), format.number(keyVersion))
  return (
    <section aria-label={heading} className={styles.effect}>
      <h3>{heading}</h3>
      {changes.answers === 0 ? (
        <p role="status">{messages.regradeNothing}</p>
      ) : (
        <div role="status">
          <Stats>
            <Stat label={messages.effect.answers} value={format.number(changes.answers)} />
            <Stat label={messages.effect.learners} value={format.number(changes.learners)} />
            <Stat
              label={messages.effect.gains}
              value={format.signed(changes.gains.points)}
              line={messages.effectLearners(changes.gains.learners)}
            />
            <Stat
              label={messages.effect.losses}
              value={format.signed(-changes.losses.points)}
              line={messages.effectLearners(changes.losses.learners)}
            />
            <Stat label={messages.effect.badges} value={format.number(changes.badges)} />
          </Stats>
        </div>
      )}
      {children}
    </section>
  )
}
