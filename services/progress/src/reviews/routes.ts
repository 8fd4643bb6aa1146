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
import { beforeAccount, claimedTime } from '../learner/submit-answer.ts'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import { eventIdOf, type IdentifiedEvent } from '../learner-store/commit-learners.ts'
import type { RequireQuestion } from '../question-copies/find-question.ts'
import { settingsOf } from '../read-models/card-settings.ts'
import { readSummary } from '../stats/progress-view.ts'
import type { ProgressTables } from '../tables.ts'
import { forecastOf } from './forecast.ts'
import { type CardOfQuestion, countCards, dueBy, findCard, readCards } from './queries.ts'

export interface ReviewDependencies {
  database: Database<ProgressTables>
  log: EventLog
  handleCommand: CommandHandler
  requireQuestion: RequireQuestion
  /** How many of the due cards a learner's day has room for; null if for all. */
  cardsToday: (learnerId: string, now: Date) => Promise<number | null>
}

const states = ['new', 'learning', 'review', 'relearning'] as const

/** Routes of due flashcards and their reviews. */
export function reviewRoutes(
  app: App,
  { database, log, handleCommand, requireQuestion, cardsToday }: ReviewDependencies,
): void {
  const { db } = database

  serve(app, listReviews, async (request) => {
    const { id } = principalOf(request)
    const { page, pageSize, questions, scope } = request.query
    const now = new Date()
    const by = dueBy(now)
    const room = scope === 'today' ? await cardsToday(id, now) : null
    const offset = (page - 1) * pageSize
    const limit = room === null ? pageSize : Math.max(0, Math.min(pageSize, room - offset))
    const wanted = { limit, offset, questions }
    const [cards, dueCount, forecast, settings] = await Promise.all([
      readCards(db, id, by, wanted),
      countCards(db, id, by, wanted),
      forecastOf(db, id, now),
      settingsOf(db, id),
    ])
    const schedule = scheduleWith(settings)
    const totalCount = room === null ? dueCount : Math.min(room, dueCount)
    return {
      success: true as const,
      reviews: cards.map((card) => toFlashcard(card, schedule, now)),
      forecast,
      pagination: paginate(page, pageSize, totalCount),
    }
  })

  serve(app, reviewCardEndpoint, { invalidMessage: 'Invalid request body' }, async (request) => {
    const { id: learnerId, accountCreatedAt } = principalOf(request)
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
            accountCreatedAt,
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
  accountCreatedAt: Date | undefined
}

const reviewEventId = (learnerId: string, reviewId: string): string =>
  eventIdOf(learnerId, 'review', reviewId.toLowerCase())

/**
 * The event of a card review; none if it was recorded before.
 * @throws {DomainError} conflict, `review_id_reused`
 */
function reviewCard(review: Review, earlier: CardReviewedData | undefined): IdentifiedEvent[] {
  const { accountCreatedAt: _, ...facts } = review
  const { learnerId, reviewId, questionId } = facts
  if (earlier !== undefined) {
    if (earlier.questionId !== questionId) throw reusedReviewId()
    return []
  }
  return [
    {
      type: 'CardReviewed',
      eventId: reviewEventId(learnerId, reviewId),
      data: {
        ...facts,
        ...beforeAccount(review.reviewedAt, review),
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
