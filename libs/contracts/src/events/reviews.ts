import { z } from 'zod'
import { timestamp, uuid } from '../api/common.ts'
import { timeZone } from '../api/progress.ts'
import { cardRating } from '../api/reviews.ts'

/** A learner looked at a flashcard and said how well they knew it. */
export const cardReviewedFacts = {
  clear: z.object({ learnerId: z.string(), reviewId: uuid, questionId: uuid, rating: cardRating }),
  personal: z.object({ timeZone, reviewedAt: timestamp, receivedAt: timestamp }),
}
const cardReviewedData = z.object({
  ...cardReviewedFacts.clear.shape,
  ...cardReviewedFacts.personal.shape,
})
export type CardReviewedData = z.infer<typeof cardReviewedData>
