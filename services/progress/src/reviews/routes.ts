import {
  type CardRating,
  type CardReviewedData,
  DomainError,
  type Flashcard,
  listReviews,
  paginate,
  reviewCard as reviewCardEndpoint,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { type Schedule, scheduleWith } from '../learner/review-schedule.ts'
import { claimedTime } from '../learner/submit-answer.ts'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import { eventIdOf, type IdentifiedEvent } from '../learner-store/commit-learners.ts'
import type { RequireQuestion } from '../question-copies/find-question.ts'
import { settingsOf } from '../read-models/card-settings.ts'
import { readSummary } from '../stats/progress-view.ts'
import type { ProgressTables } from '../tables.ts'
import { forecastOf } from './forecast.ts'
import { type CardOfQuestion, countCards, findCard, readCards } from './queries.ts'

export interface ReviewDependencies {
  database: Database<ProgressTables>
  log: EventLog
  handleCommand: CommandHandler
  requireQuestion: RequireQuestion
}

const states = ['new', 'learning', 'review', 'relearning'] as const
/**
 * Milliseconds, the shortest step of the schedule: a card that will be due before the learner has turned it counts as
 * due.
 */
const learnAhead = 60_000

/** Routes of due flashcards and their reviews. */
export function reviewRoutes(
  app: App,
  { database, log, handleCommand, requireQuestion }: ReviewDependencies,
): void {
  const { db } = database

  serve(app, listReviews, async (request) => {
    const { id } = principalOf(request)
    const { page, pageSize, questions } = request.query
    const wanted = { limit: pageSize, offset: (page - 1) * pageSize, questions }
    const now = new Date()
    const by = new Date(now.getTime() + learnAhead)
    const [cards, totalCount, forecast, settings] = await Promise.all([
      readCards(db, id, by, wanted),
      countCards(db, id, by, wanted),
      forecastOf(db, id, now),
      settingsOf(db, id),
    ])
    const schedule = scheduleWith(settings)
    return {
      success: true as const,
      reviews: cards.map((card) => toFlashcard(card, schedule, now)),
      forecast,
      pagination: paginate(page, pageSize, totalCount),
    }
  })

  serve(app, reviewCardEndpoint, { invalidMessage: 'Invalid request body' }, async (request) => {
    const { id: learnerId } = principalOf(request)
    const questionId = request.params.questionId.toLowerCase()
    const { rating, reviewedAt, timeZone } = request.body
    const reviewId = request.body.reviewId.toLowerCase()
    const now = new Date()
    const at = claimedTime('reviewedAt', reviewedAt === undefined ? now : new Date(reviewedAt), now)
    await requireQuestion(questionId)
    await handleCommand({
      learnerId,
      metadata: requestMetadata(),
      at: now,
      charges: [{ quota: 'card-reviews', amount: 1 }],
      decide: async ({ state }) => {
        const [earlier] = await log.reader(db).readById([reviewEventId(learnerId, reviewId)])
        return reviewCard(
          {
            learnerId,
            reviewId,
            questionId,
            rating,
            timeZone: timeZone ?? state.timeZone,
            reviewedAt: at,
            receivedAt: now,
          },
          earlier?.data as CardReviewedData | undefined,
        )
      },
    })
    const [card, settings] = await Promise.all([
      findCard(db, learnerId, questionId),
      settingsOf(db, learnerId),
    ])
    if (card === undefined) throw wasReset()
    return {
      success: true as const,
      review: toFlashcard(card, scheduleWith(settings), now),
      progress: await readSummary(database, learnerId, now),
    }
  })
}

/** A repeated review counted once, and a reset has deleted it since. */
const wasReset = () =>
  new DomainError({
    kind: 'conflict',
    code: 'card_was_reset',
    message: 'This flashcard was reset since it was reviewed',
  })

function toFlashcard({ card, ...question }: CardOfQuestion, schedule: Schedule, now: Date): Flashcard {
  return {
    ...question,
    due: card.due.toISOString(),
    state: states[card.state],
    reps: card.reps,
    lapses: card.lapses,
    lastReviewedAt: (card.last_review ?? card.due).toISOString(),
    stability: card.stability,
    recall: Math.round(schedule.recall(card, now) * 100),
    ratings: schedule.preview(card, now).map((preview) => ({ ...preview, due: preview.due.toISOString() })),
  }
}

interface Review {
  learnerId: string
  reviewId: string
  questionId: string
  rating: CardRating
  timeZone: string
  reviewedAt: Date
  receivedAt: Date
}

const reviewEventId = (learnerId: string, reviewId: string): string =>
  eventIdOf(learnerId, 'review', reviewId.toLowerCase())

/**
 * The event of a card review; none if it was recorded before.
 * @throws {DomainError} conflict, `review_id_reused`
 */
function reviewCard(review: Review, earlier: CardReviewedData | undefined): IdentifiedEvent[] {
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
