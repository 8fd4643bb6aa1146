import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import type { QueuedAnswer } from '../../shared/offline/kept-answers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './waiting-answers.module.css'
import { useWaitingAnswersMessages } from './waiting-answers-messages.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** What the server would not take, and why; its learner decides. */
export function RefusedList({
  answers,
  retrying,
  onRetry,
  onDiscard,
}: {
  answers: readonly QueuedAnswer[]
  retrying: string | null
  onRetry: (answerId: string) => void
  onDiscard: (answerId: string) => void
}) {
  const messages = useWaitingAnswersMessages()
  const format = useFormat()
  const [asking, setAsking] = useState<string>()
  return (
    <section aria-labelledby="refused" className={styles.part}>
      <h2 id="refused">{messages.refused}</h2>
      <p className={styles.quiet}>{messages.refusedText}</p>
      <ul className={`plain-list ${styles.list}`}>
        {answers.map(({ answerId, answeredAt, about }) => {
          const title = about?.title || messages.unknown
          return (
            <li key={answerId} className={styles.row}>
              <div className={styles.words}>
                <p dir="auto">
                  <InlineCode text={title} />
                </p>
                <p className={styles.reason}>{messages.reason(about?.refusal ?? '')}</p>
                <p data-numeric className={styles.quiet}>
                  {messages.given(format.moment(answeredAt))}
                </p>
              </div>
              <div className={styles.actions}>
                <Button size="small" pending={retrying === answerId} onClick={() => onRetry(answerId)}>
                  {messages.again} <span className="visually-hidden">{title}</span>
                </Button>
                <Button size="small" variant="ghost" onClick={() => setAsking(answerId)}>
                  {messages.discard} <span className="visually-hidden">{title}</span>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {asking !== undefined && (
        <Suspense>
          <ConfirmDialog
            title={messages.discardTitle}
            text={messages.discardText}
            confirmLabel={messages.discard}
            cancelLabel={messages.keep}
            pending={false}
            onConfirm={() => {
              onDiscard(asking)
              setAsking(undefined)
            }}
            onCancel={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
