import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { reviewsQuery } from '../../shared/api/study.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page, PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useFlashcardMessages } from './flashcard-messages.ts'
import { Sitting } from './sitting.tsx'

/** The flashcards that are due. */
export function Flashcards() {
  const messages = useFlashcardMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <Due uid={uid} />}
    </LearnerOnly>
  )
}

function Due({ uid }: { uid: string }) {
  const messages = useFlashcardMessages()
  const [round, setRound] = useState(1)
  // What was due when another page asked may be done by now.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...reviewsQuery(uid),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  if (!data || !isFetchedAfterMount) {
    return (
      <Page title={messages.title}>
        {error ? (
          <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton heights={[2.5, 8, 3]} />
        )}
      </Page>
    )
  }
  const { reviews, forecast, pagination } = data
  if (reviews.length === 0) {
    const next = forecast.findIndex(({ due }) => due > 0)
    return (
      <Page title={messages.title}>
        <EmptyState
          title={messages.emptyTitle}
          text={messages.emptyText(next > 0 ? next : null)}
          action={
            <ButtonLink to="/questions" variant="primary">
              {messages.emptyAction}
            </ButtonLink>
          }
        />
      </Page>
    )
  }
  return (
    <>
      <PageTitle>{messages.title}</PageTitle>
      <Sitting
        key={round}
        due={reviews}
        waiting={pagination.totalCount - reviews.length}
        tomorrow={forecast[1]?.due ?? 0}
        onAgain={() => void refetch().then(() => setRound(round + 1))}
      />
    </>
  )
}
