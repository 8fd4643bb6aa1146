import { useFormat } from '../../shared/i18n/format.ts'
import type { QueuedAnswer } from '../../shared/offline/kept-answers.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './waiting-answers.module.css'
import { useWaitingAnswersMessages } from './waiting-answers-messages.ts'

/** What is sent next, in the order in which it is sent. */
export function WaitingList({ answers }: { answers: readonly QueuedAnswer[] }) {
  const messages = useWaitingAnswersMessages()
  const format = useFormat()
  return (
    <section aria-labelledby="waiting" className={styles.part}>
      <h2 id="waiting">{messages.waiting}</h2>
      <p className={styles.quiet}>{messages.waitingCount(answers.length)}</p>
      <ol className={`plain-list ${styles.list}`}>
        {answers.map(({ answerId, answeredAt, about }) => (
          <li key={answerId} className={styles.row}>
            <p dir="auto">
              <InlineCode text={about?.title || messages.unknown} />
            </p>
            <p data-numeric className={styles.quiet}>
              {messages.since(format.moment(answeredAt))}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
