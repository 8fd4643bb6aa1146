import { z } from 'zod'
import { pageQuery, pagination, success, timestamp, uuid } from '../common.ts'
import { PAGE_SIZE_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { progressSummary, timeZone } from './progress.ts'

/** How well a card was known: 1 again, 2 hard, 3 good, 4 easy. */
export const cardRating = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type CardRating = z.infer<typeof cardRating>

export const reviewParams = z.object({ questionId: uuid })
export const reviewInput = z.object({
  /** Made by the client: the idempotency key. Sent twice, a review counts once. */
  reviewId: uuid,
  rating: cardRating,
  /** Now, unless it was given offline: up to 30 days back. */
  reviewedAt: timestamp.optional(),
  /** Whose day it counts for; else the zone of the last answer. */
  timeZone: timeZone.optional(),
})
export type ReviewInput = z.infer<typeof reviewInput>
export const reviewQuery = pageQuery.extend({
  /** The cards of these questions instead, due or not: comma-separated ids. */
  questions: z
    .string()
    .max(PAGE_SIZE_MAX * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(uuid).max(PAGE_SIZE_MAX))
    .optional(),
})

export const flashcard = z
  .object({
    questionId: uuid,
    title: z.string(),
    category: z.string(),
    due: timestamp,
    state: z.enum(['new', 'learning', 'review', 'relearning']),
    /** Ratings so far: answers and reviews. */
    reps: z.int(),
    /** How often it was forgotten after it had been known. */
    lapses: z.int(),
    /** What each rating, given now, would bring. */
    ratings: z.array(
      z.object({
        rating: cardRating,
        due: timestamp,
        /** Seconds from now until then. */
        interval: z.int(),
      }),
    ),
  })
  .meta({ id: 'Flashcard' })
export type Flashcard = z.infer<typeof flashcard>

export const reviewsReply = success({
  reviews: z.array(flashcard),
  /** Cards that come due, day by day in the learner's time zone, from today; today's count those overdue, too. */
  forecast: z.array(z.object({ date: z.iso.date(), due: z.int() })),
  pagination,
})
export const reviewedReply = success({ review: flashcard, progress: progressSummary })

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/progress/reviews',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary:
    'My flashcards that are due, or those of given questions, and how many are due on the days to come',
  query: reviewQuery,
  response: { 200: reviewsReply },
})

export const reviewCard = endpoint({
  method: 'POST',
  path: '/api/progress/reviews/:questionId',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'Say how well a flashcard was known, from 1 (again) to 4 (easy); sent twice, it counts once',
  params: reviewParams,
  body: reviewInput,
  response: { 200: reviewedReply },
})
