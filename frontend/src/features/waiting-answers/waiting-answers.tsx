import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { RefusedList } from './refused-list.tsx'
import { useQueue } from './use-queue.ts'
import { useWaitingAnswersMessages } from './waiting-answers-messages.ts'
import { WaitingList } from './waiting-list.tsx'

/** What a learner has answered and the server has not: what waits, and what was refused. */
export function WaitingAnswers() {
  const messages = useWaitingAnswersMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <OwnQueue uid={uid} />}
    </LearnerOnly>
  )
}

function OwnQueue({ uid }: { uid: string }) {
  const messages = useWaitingAnswersMessages()
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
              {messages.practise}
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
