import type { CardRating, Flashcard, ReviewInput, reviewedReply } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { progressMoved } from '../../shared/api/progress.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { newId } from '../../shared/new-id.ts'

/** Says how well a card was known: once, however often it has to be sent. */
export function useRating(card: Flashcard, onRated: (rating: CardRating, card: Flashcard) => void) {
  const queryClient = useQueryClient()
  const [reviewId] = useState(newId)
  return useOwnWrite({
    mutationFn: (rating: CardRating) =>
      learnerApi.post<Reply<typeof reviewedReply>>(`/api/progress/reviews/${card.questionId}`, {
        body: {
          reviewId,
          rating,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        } satisfies ReviewInput,
      }),
    onSuccess: ({ review, progress }, rating) => {
      progressMoved(queryClient, progress)
      onRated(rating, review)
    },
  })
}
