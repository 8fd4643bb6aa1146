import { randomUUID } from 'node:crypto'
import type { Flashcard, QuestionSnapshot, SaveReply } from '@rehearse/contracts'
import { openEventLog } from '@rehearse/event-store'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import type { Db } from '../tables.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import {
  type ProgressService,
  questionCreatedMessage,
  questionSnapshot,
  startProgressService,
} from '../testing/progress-service.ts'

let database: TestDatabase
let service: ProgressService
let question: QuestionSnapshot
let db: Db
beforeAll(async () => {
  const [made, nats] = await Promise.all([progressDatabase('progress_reviews'), testNats()])
  database = made
  service = await startProgressService(database, nats.url)
  question = await service.publishQuestion()
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.databaseUrl }) }),
  })
})
afterAll(async () => {
  await db.destroy()
  await service.close()
})

let call: Call
beforeEach(async () => {
  call = await caller(service, randomUUID())
})

interface Reviews {
  reviews: Flashcard[]
  forecast: { date: string; due: number }[]
  pagination: { totalCount: number }
}
const answer = async (changes: object = {}) => {
  const { status } = await call<SaveReply>('/api/progress/save', {
    answerId: randomUUID(),
    questionId: question.questionId,
    selectedOptionIds: ['b'],
    timeSpent: 12,
    ...changes,
  })
  expect(status).toBe(200)
}
const due = async () => (await call<Reviews>('/api/progress/reviews')).body
const review = (changes: object = {}, as = call) =>
  as<{ review: Flashcard; progress: SaveReply['progress'] }>(`/api/progress/reviews/${question.questionId}`, {
    reviewId: randomUUID(),
    rating: 3,
    ...changes,
  })

test('turns the question of an incorrect answer into a due card, with a preview of each rating', async () => {
  await answer()
  const { reviews, forecast, pagination } = await due()
  expect(reviews).toHaveLength(1)
  expect(reviews[0]).toMatchObject({
    questionId: question.questionId,
    title: question.title,
    state: 'learning',
    reps: 1,
  })
  expect(reviews[0]?.ratings.map(({ rating }) => rating)).toEqual([1, 2, 3, 4])
  expect(forecast[0]?.due).toBe(1)
  expect(forecast).toHaveLength(30)
  expect(pagination.totalCount).toBe(1)
})

test('makes a card for a later day, not for today, after a correct first attempt', async () => {
  await answer({ selectedOptionIds: ['a'] })
  const { reviews, forecast } = await due()
  expect(reviews).toEqual([])
  expect(forecast[2]?.due).toBe(1)
})

test('a review reschedules its card and makes the day active, without points', async () => {
  await answer()
  const { status, body } = await review()
  expect(status).toBe(200)
  expect(body.review).toMatchObject({ reps: 2, state: 'learning' })
  expect(body.progress).toMatchObject({
    totalQuestions: 1,
    currentStreak: 1,
    achievements: { totalPoints: 0 },
  })
  expect((await due()).reviews).toEqual([])
})

test('accepts a review of a question that only the bank knows of yet', async () => {
  const unknown = questionSnapshot()
  service.bank.know(questionCreatedMessage(unknown))
  const path = `/api/progress/reviews/${unknown.questionId}`
  expect((await call(path, { reviewId: randomUUID(), rating: 3 })).status).toBe(200)
})

test('records a review of a deleted question, and doesn’t show its card', async () => {
  const gone = await service.publishQuestion()
  await answer({ questionId: gone.questionId })
  expect((await due()).reviews).toHaveLength(1)
  await service.bank.publish({
    ...questionCreatedMessage(gone),
    type: 'QuestionDeleted',
    data: { questionId: gone.questionId, version: 2 },
  })
  await vi.waitFor(async () => expect((await due()).reviews).toEqual([]))
  const reply = await call<{ review: Flashcard }>(`/api/progress/reviews/${gone.questionId}`, {
    reviewId: randomUUID(),
    rating: 3,
  })
  expect(reply).toMatchObject({ status: 200, body: { review: { title: gone.title, reps: 2 } } })
})

test('groups due cards by the learner’s calendar days', async () => {
  // Postgres reads the sign of an offset the other way round.
  const [zone, now] = ['+12:00', new Date()]
  const dayThere = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
  await answer({ selectedOptionIds: ['a'], timeZone: zone })
  const { body } = await review({ timeZone: zone })
  const { forecast } = await due()
  const days = forecast.filter((day) => day.due > 0)
  const last = dayThere(new Date(now.getTime() + 29 * 86_400_000))
  const dueDay = dayThere(new Date(body.review.due))
  expect(days.map(({ date }) => date)).toEqual(dueDay > last ? [] : [dueDay])
})

test('a review may earn a badge', async () => {
  await service.publishBadge({ badgeId: 'reviewer', rule: { measure: 'cardsReviewed', atLeast: 2 } })
  await review()
  // The badge becomes known a moment after it is defined; learners who meet its rule by then are awarded it too.
  await vi.waitFor(
    async () => {
      const { body } = await review()
      expect(body.progress.achievements.totalPoints).toBe(25)
    },
    { interval: 500 },
  )
})

test('counts a review sent twenty times at once only once', async () => {
  await answer()
  const reviewId = randomUUID()
  const replies = await Promise.all(Array.from({ length: 20 }, () => review({ reviewId })))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.review.reps}`))).toEqual(
    new Set(['200 2']),
  )
})

test('inserts a late review among the others by time', async () => {
  const other = await caller(service, randomUUID())
  const times = [3, 1, 2].map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
  const ratings = [3, 1, 4]
  for (const [n, reviewedAt] of times.entries()) await review({ reviewedAt, rating: ratings[n] })
  for (const n of [0, 2, 1]) await review({ reviewedAt: times[n], rating: ratings[n] }, other)
  const ofBoth = await Promise.all([call, other].map((as) => as<Reviews>('/api/progress/reviews')))
  expect(ofBoth[0]?.body.reviews[0]?.due).toBeDefined()
  expect(ofBoth[0]?.body.reviews.map(({ due }) => due)).toEqual(ofBoth[1]?.body.reviews.map(({ due }) => due))
})

test.each([
  ['an unknown question', 404, { questionId: randomUUID() }],
  ['a rating of 5', 400, { rating: 5 }],
  ['no id', 400, { reviewId: undefined }],
  ['a time a year ago', 400, { reviewedAt: '2020-01-01T00:00:00Z' }],
])(
  'rejects %s',
  async (_what, status, { questionId = question.questionId, ...changes }: Record<string, unknown>) => {
    const reply = await call(`/api/progress/reviews/${questionId}`, {
      reviewId: randomUUID(),
      rating: 3,
      ...changes,
    })
    expect(reply.status).toBe(status)
  },
)

test('deletes the cards on a full reset', async () => {
  await answer()
  await call('/api/progress/reset', { scope: 'all' })
  expect((await due()).pagination.totalCount).toBe(0)
})

test('reports a deleted card when a review is repeated after a reset', async () => {
  await answer()
  const reviewId = randomUUID()
  expect((await review({ reviewId })).status).toBe(200)
  await call('/api/progress/reset', { scope: 'all' })
  const again = await review({ reviewId })
  expect([again.status, again.body]).toMatchObject([409, { code: 'card_was_reset' }])
})

test('replaying the log in other batches gives the same cards', async () => {
  const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
  const cards = () => db.selectFrom('learner_card').selectAll().orderBy('learner_id').execute()
  await new ReadModels(db, log).reachEnd()
  const live = await cards()
  expect(live.length).toBeGreaterThan(3)
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('learner_card').execute()
    await trx.updateTable('checkpoint').set({ position: 0 }).where('name', '=', 'reviews').execute()
  })
  await new ReadModels(db, log).reachEnd()
  expect(await cards()).toEqual(live)
})

test('lists the cards of given questions whether or not they are due', async () => {
  await answer({ selectedOptionIds: ['a'] })
  expect((await due()).reviews).toEqual([])
  const path = `/api/progress/reviews?questions=${question.questionId},${randomUUID()}`
  const { reviews, pagination } = (await call<Reviews>(path)).body
  expect(reviews.map(({ questionId }) => questionId)).toEqual([question.questionId])
  expect(pagination.totalCount).toBe(1)
})
