import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import type { QueuedAnswer } from '../../shared/offline/answer-queue.ts'
import {
  isRefused,
  markRejected,
  queuedAnswers,
  recountAnswers,
  removeAnswers,
  useQueueCounts,
} from '../../shared/offline/answer-queue.ts'
import { useSendAnswers } from '../../shared/offline/use-sync.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useSyncQueueMessages } from './messages.en.ts'
import styles from './sync-queue.module.css'

/** A learner's answers to sync: those waiting and those rejected. */
export function SyncQueue() {
  const messages = useSyncQueueMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <OwnQueue uid={uid} />}
    </LearnerOnly>
  )
}

function OwnQueue({ uid }: { uid: string }) {
  const messages = useSyncQueueMessages()
  const { waiting, refused, isUnreadable, sending, retrying, discarding } = useQueue(uid)
  const isEmpty = waiting?.length === 0 && refused?.length === 0
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        (waiting?.length ?? 0) > 0 && (
          <Button variant="primary" pending={sending.isPending} onClick={() => sending.mutate()}>
            {sending.isPending ? messages.sending : messages.sendAll}
          </Button>
        )
      }
    >
      {isUnreadable && <Alert tone="info">{messages.unreadable}</Alert>}
      {sending.isSuccess && (waiting?.length ?? 0) > 0 && <Alert tone="info">{messages.stillAway}</Alert>}
      {isEmpty && (
        <EmptyState
          title={messages.emptyTitle}
          text={messages.emptyText}
          action={
            <ButtonLink to="/questions" variant="primary">
              {messages.practice}
            </ButtonLink>
          }
        />
      )}
      {waiting && waiting.length > 0 && <WaitingList answers={waiting} />}
      {refused && refused.length > 0 && (
        <RefusedList
          answers={refused}
          retrying={retrying.isPending ? retrying.variables : null}
          onRetry={(answerId) => retrying.mutate(answerId)}
          onDiscard={(answerId) => discarding.mutate(answerId)}
        />
      )}
    </Page>
  )
}

/** Waiting answers, in sending order. */
function WaitingList({ answers }: { answers: readonly QueuedAnswer[] }) {
  const messages = useSyncQueueMessages()
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

/** The learner's queued answers on this device, with the possible actions. */
function useQueue(uid: string) {
  const send = useSendAnswers(uid)
  const { waiting, refused } = useQueueCounts()
  const { data, error, refetch } = useQuery({
    queryKey: ['progress', uid, 'queue'],
    queryFn: () => queuedAnswers(uid),
    staleTime: 0,
    retry: false,
  })
  // Any change of the queue, in this tab or another, updates the counts first.
  useEffect(() => {
    if (waiting + refused >= 0) void refetch()
  }, [waiting, refused, refetch])

  const sending = useMutation({ mutationFn: send, onSettled: () => refetch() })
  const retrying = useMutation({
    mutationFn: async (answerId: string) => {
      await markRejected(answerId)
      await send()
    },
    onSettled: () => refetch(),
  })
  const discarding = useMutation({
    mutationFn: async (answerId: string) => {
      await removeAnswers([answerId])
      await recountAnswers(uid)
    },
    onSettled: () => refetch(),
  })
  return {
    waiting: data?.filter((answer) => !isRefused(answer)),
    refused: data?.filter(isRefused),
    isUnreadable: error !== null,
    sending,
    retrying,
    discarding,
  }
}

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Rejected answers with the reason; the learner decides what to do. */
function RefusedList({
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
  const messages = useSyncQueueMessages()
  const { errors } = useMessages()
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
                <p className={styles.reason}>{messages.reason(errors.serverText(about?.refusal ?? ''))}</p>
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
