import type { LearnerEvent } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard-scrollable.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { endOfDay } from './end-of-day.ts'
import { learnerEventsQuery } from './learner-queries.ts'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'

/** The facts that had been recorded by the end of a day, a page at a time, each with all that it says. */
export function LearnerEvents({ uid, day }: { uid: string; day: string | undefined }) {
  const messages = useUserMessages()
  const [span, setSpan] = useState({ page: 1, pageSize: 10 })
  const { data, error, refetch } = useQuery(learnerEventsQuery(uid, { asOf: endOfDay(day), ...span }))
  return (
    <section aria-labelledby="events" className={styles.section}>
      <h2 id="events">{messages.events}</h2>
      <p className={styles.quiet}>{messages.eventsLead}</p>
      {!data && !error && <Skeleton heights={[3, 3, 3]} />}
      {!data && error && (
        <LoadFailed title={messages.eventsFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data?.events.length === 0 && <p>{messages.noEvents}</p>}
      {data && data.events.length > 0 && (
        <>
          <ol className={`plain-list ${styles.events}`}>
            {data.events.map((event) => (
              <EventRow key={event.eventId} event={event} />
            ))}
          </ol>
          <Pagination pagination={data.pagination} showing={messages.showingEvents} onChange={setSpan} />
        </>
      )}
    </section>
  )
}

function EventRow({ event }: { event: LearnerEvent }) {
  const { common } = useMessages()
  const messages = useUserMessages()
  const format = useFormat()
  const { data } = event
  const subject = data.questionTitle ?? data.challengeTitle ?? data.title
  const outcome = typeof data.isCorrect === 'boolean' && (data.isCorrect ? messages.right : messages.wrong)
  return (
    <li>
      <details className={styles.event}>
        <summary>
          <span className={styles.eventName}>
            {messages.eventTypes[event.type] ?? event.type}
            {outcome && `${common.comma}${outcome}`}
          </span>
          {typeof subject === 'string' && (
            <bdi className={styles.eventSubject}>
              <InlineCode text={subject} />
            </bdi>
          )}
          <span data-numeric className={styles.quiet}>
            {format.moment(event.recordedAt)} · {messages.eventNumber(format.number(event.streamVersion))}
          </span>
        </summary>
        <pre {...keyboardScrollable} className={styles.raw}>
          {JSON.stringify({ type: event.type, eventId: event.eventId, ...data }, null, 2)}
        </pre>
      </details>
    </li>
  )
}
