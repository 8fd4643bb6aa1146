import type { CardRating, CardReviewedData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { NamedFact } from '../learner-store/derived-events.ts'
import { eventIdOf } from '../learner-store/event-id.ts'

export interface Review {
  learnerId: string
  reviewId: string
  questionId: string
  rating: CardRating
  timeZone: string
  reviewedAt: Date
  receivedAt: Date
}

export const reviewEventId = (learnerId: string, reviewId: string): string =>
  eventIdOf(learnerId, 'review', reviewId.toLowerCase())

/**
 * The review of a card. None for one that was taken before.
 * @throws {DomainError} conflict, `review_id_reused`
 */
export function reviewCard(review: Review, earlier: CardReviewedData | undefined): NamedFact[] {
  const { learnerId, reviewId, questionId } = review
  if (earlier !== undefined) {
    if (earlier.questionId !== questionId) throw reusedReviewId()
    return []
  }
  return [
    {
      type: 'CardReviewed',
      eventId: reviewEventId(learnerId, reviewId),
      data: {
        ...review,
        reviewedAt: review.reviewedAt.toISOString(),
        receivedAt: review.receivedAt.toISOString(),
      },
    },
  ]
}

function reusedReviewId(): DomainError {
  return new DomainError({
    kind: 'conflict',
    code: 'review_id_reused',
    message: 'Invalid progress data',
    details: [{ path: 'reviewId', message: 'was used for a review of another question' }],
  })
}
