import { randomUUID } from 'node:crypto'
import type { CardSettings, Flashcard, QuestionSnapshot, Rescheduled } from '@rehearse/contracts'
import { seededRandom } from '@rehearse/contracts/adaptive'
import { openEventLog, rebuild } from '@rehearse/event-store'
import type { Backend } from '@rehearse/service-kit'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { default_w } from 'ts-fsrs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { commandHandler } from '../learner-store/command-handler.ts'
import { reviewsProjection } from '../read-models/cards.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import { shadowOf } from '../read-models/projections.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'
import { simulateReviews } from '../testing/simulated-reviews.ts'
import { fitCardWeights, fitLearner } from './fit-card-weights.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let database: TestDatabase
let service: ProgressService
let db: Db
let owner: Db
let question: QuestionSnapshot
const open = (connectionString: string): Db =>
  new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })
beforeAll(async () => {
  const [made, nats] = await Promise.all([progressDatabase('progress_card_settings'), testNats()])
  database = made
  service = await startProgressService(database, nats.url)
  db = open(database.databaseUrl)
  owner = open(database.ownerUrl)
  question = await service.publishQuestion()
})
afterAll(async () => {
  await db.destroy()
  await owner.destroy()
  await service.close()
})

let learnerId: string
let call: Call
beforeEach(async () => {
  learnerId = randomUUID()
  call = await caller(service, learnerId)
})

interface Reply {
  settings: CardSettings
  change: Rescheduled
  code?: string
}
const settings = async () => (await call<Reply>('/api/progress/reviews/settings')).body.settings
const choose = (retention: unknown, as = call) =>
  as<Reply>('/api/progress/reviews/settings', { retention } as object, { method: 'PUT' })
const revert = () => call<Reply>('/api/progress/reviews/weights', undefined, { method: 'DELETE' })
const review = (changes: object = {}, as = call) =>
  as<{ review: Flashcard }>(`/api/progress/reviews/${question.questionId}`, {
    reviewId: randomUUID(),
    rating: 3,
    ...changes,
  })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const cardsOf = (id = learnerId) =>
  db.selectFrom('learner_card').selectAll().where('learner_id', '=', id).orderBy('question_id').execute()
const storedSettings = () =>
  db.selectFrom('learner_card_settings').selectAll().orderBy('learner_id').execute()

/** The cards and settings of all learners, live; then again after a rebuild. */
async function expectRebuildEqualsLive(): Promise<void> {
  const readModels = new ReadModels(db, log)
  await readModels.reachEnd()
  const live = [await cardsOf(), await storedSettings()]
  await rebuild(log, owner, shadowOf([reviewsProjection], { name: randomUUID(), revision: '1' }), {
    batchSize: 100,
  })
  expect([await cardsOf(), await storedSettings()]).toEqual(live)
}

/** Records simulated reviews of the learner, in a published question each where one is needed. */
async function remember(weights: readonly number[] | null, cards: number, reviewsPerCard = 6): Promise<void> {
  const random = seededRandom('memory')
  const events = simulateReviews({ learnerId, weights, cards, reviewsPerCard, until: new Date(), random })
  const streamId = learnerStream(learnerId)
  for (let done = 0; done < events.length; done += 2_000) {
    await db.transaction().execute(async (trx) => {
      const wrappedKey = (await log.reader(trx as Db).heads([streamId])).get(streamId)?.wrappedKey ?? null
      const batch = events.slice(done, done + 2_000)
      await log.append(trx, [{ streamId, expectedVersion: done, wrappedKey, events: batch }])
    })
  }
  await new ReadModels(db, log).reachEnd()
}

function fit(): Promise<boolean> {
  const readModels = new ReadModels(db, log)
  return fitLearner(db, commandHandler(db, log, { forget: () => {} }, readModels), learnerId)
}

describe('retention', () => {
  test('is 90 % until a learner chooses another', async () => {
    expect(await settings()).toEqual({ retention: 90, fit: null, reviews: 0, fitFrom: 1_000 })
    expect((await choose(95)).body.settings.retention).toBe(95)
    expect((await settings()).retention).toBe(95)
  })

  test('reschedules the cards at once, and the preview of ratings follows it', async () => {
    for (const days of [25, 20, 10]) await review({ reviewedAt: daysAgo(days) })
    const before = (await review({ reviewedAt: daysAgo(1) })).body.review
    const reply = (await choose(95)).body
    const [after] = (
      await call<{ reviews: Flashcard[] }>(`/api/progress/reviews?questions=${question.questionId}`)
    ).body.reviews
    expect(after?.due && after.due < before.due).toBe(true)
    expect(after?.stability).toBe(before.stability)
    for (const [index, { interval }] of (after?.ratings ?? []).entries()) {
      expect(interval).toBeLessThanOrEqual(before.ratings[index]?.interval ?? 0)
    }
    const { body } = await review({ rating: 3 })
    expect(Math.abs(Date.parse(body.review.due) - Date.parse(after?.ratings[2]?.due ?? ''))).toBeLessThan(
      60_000,
    )
    expect(reply.change.perDay.after).toBeGreaterThanOrEqual(reply.change.perDay.before)
  })

  test('reports how many cards are due by tomorrow before and after', async () => {
    // Known for about 20 days: at 80 % they are due much later than at 95 %.
    await review({ reviewedAt: daysAgo(29) })
    await review({ reviewedAt: daysAgo(20) })
    await choose(80)
    const { change } = (await choose(95)).body
    expect(change.dueTomorrow).toEqual({ before: 0, after: 1 })
    expect(change.perDay.after).toBeGreaterThan(change.perDay.before)
    expect((await choose(95)).body.change.dueTomorrow).toEqual({ before: 1, after: 1 })
  })

  test('late ratings give the schedule that they would have given in time', async () => {
    const other = await caller(service, randomUUID())
    const ratings = [
      { reviewedAt: daysAgo(9), rating: 3 },
      { reviewedAt: daysAgo(6), rating: 1 },
      { reviewedAt: daysAgo(3), rating: 3 },
    ]
    for (const rated of ratings) await review(rated)
    await choose(85)
    await choose(85, other)
    for (const rated of [ratings[2], ratings[0], ratings[1]]) await review(rated, other)
    const path = `/api/progress/reviews?questions=${question.questionId}`
    const [mine, theirs] = await Promise.all(
      [call, other].map(async (as) => (await as<{ reviews: Flashcard[] }>(path)).body.reviews[0]),
    )
    expect(theirs?.due).toBe(mine?.due)
    expect(theirs?.stability).toBe(mine?.stability)
    await expectRebuildEqualsLive()
  })

  test.each([79, 96, 90.5, '90', null, undefined])('rejects %s', async (retention) => {
    expect((await choose(retention)).status).toBe(400)
    expect((await settings()).retention).toBe(90)
  })

  test('records no event when it stays the same', async () => {
    await choose(92)
    await choose(92)
    const events = await log.reader(db).readStream(learnerStream(learnerId), 1, 10)
    expect(events.map(({ type }) => type)).toEqual(['RetentionChosen'])
    // What was chosen is personal.
    const { rows } = await sql`select data from event where stream_id = ${learnerStream(learnerId)}`.execute(
      db,
    )
    expect(rows).toEqual([{ data: { learnerId } }])
  })

  test('survives a reset of the progress', async () => {
    await choose(92)
    await review()
    await call('/api/progress/reset', { scope: 'all' })
    expect(await settings()).toMatchObject({ retention: 92, reviews: 0 })
    await expectRebuildEqualsLive()
  })
})

/** Forgets much faster than FSRS expects. */
const forgetful = default_w.map((weight, index) => (index < 4 ? weight * 0.2 : index === 8 ? 1 : weight))

describe('fitted weights', { timeout: 120_000 }, () => {
  test('are adopted for a learner whose memory differs, shown, explained and revertible', async () => {
    await remember(forgetful, 320)
    const before = await cardsOf()
    expect(await fit()).toBe(true)
    const { fit: fitted, reviews } = await settings()
    expect(fitted?.reviews).toBe(reviews)
    expect(fitted?.heldOut).toBeGreaterThanOrEqual(100)
    expect(fitted?.improvement).toBeGreaterThan(1)
    const after = await cardsOf()
    expect(after.map(({ stability }) => stability)).not.toEqual(before.map(({ stability }) => stability))
    expect(after.map(({ ratings }) => ratings)).toEqual(before.map(({ ratings }) => ratings))
    await expectRebuildEqualsLive()
    expect(await cardsOf()).toEqual(after)

    // An admin sees them at that time.
    const asAdmin = await caller(service, randomUUID(), 'admin')
    const asOf = async () =>
      (
        await asAdmin<{ flashcards: Pick<CardSettings, 'retention' | 'fit'> }>(
          `/api/admin/progress/learners/${learnerId}?asOf=${new Date().toISOString()}`,
        )
      ).body.flashcards
    expect(await asOf()).toEqual({ retention: 90, fit: fitted })

    expect((await revert()).body.settings).toMatchObject({ fit: null, retention: 90 })
    expect(await cardsOf()).toEqual(before)
    expect(await asOf()).toEqual({ retention: 90, fit: null })
    await expectRebuildEqualsLive()
    // They don't come back by themselves right away.
    expect(await fit()).toBe(false)
    expect((await settings()).fit).toBeNull()
  })

  test('aren’t adopted for a learner whose memory is the usual one', async () => {
    await remember(null, 320)
    expect((await settings()).reviews).toBeGreaterThan(1_000)
    expect(await fit()).toBe(false)
    expect((await settings()).fit).toBeNull()
    const [row] = await db
      .selectFrom('learner_card_fit')
      .selectAll()
      .where('learner_id', '=', learnerId)
      .execute()
    expect(row).toMatchObject({ reviews: (await settings()).reviews, finished_at: expect.any(Date) })
  })

  test('need 1,000 ratings', async () => {
    await remember(forgetful, 150)
    expect((await settings()).reviews).toBeLessThan(1_000)
    expect(await fit()).toBe(false)
    expect(
      await db.selectFrom('learner_card_fit').where('learner_id', '=', learnerId).selectAll().execute(),
    ).toEqual([])
  })

  test('are fitted once when several replicas try', async () => {
    await remember(forgetful, 320)
    expect((await Promise.all([fit(), fit(), fit()])).filter(Boolean)).toHaveLength(1)
    const events = await log.reader(db).readStream(learnerStream(learnerId), 1, 5_000)
    expect(events.filter(({ type }) => type === 'CardWeightsAdopted')).toHaveLength(1)
  })

  test('are fitted by a job, which looks at all learners', async () => {
    await remember(forgetful, 320)
    const job = Promise.withResolvers<Parameters<Backend<ProgressTables>['runPeriodically']>[2]>()
    const backend = {
      app: service.app,
      database: { db },
      runPeriodically: (_name: string, _every: number, run: Awaited<typeof job.promise>) => job.resolve(run),
    } as unknown as Backend<ProgressTables>
    const readModels = new ReadModels(db, log)
    fitCardWeights(backend, commandHandler(db, log, { forget: () => {} }, readModels))
    const run = await job.promise
    // A number is the pause before the next page.
    while (typeof (await run(new AbortController().signal)) === 'number');
    expect((await settings()).fit).not.toBeNull()
  })

  test('are erased with the learner', async () => {
    await choose(92)
    await sql`insert into learner_card_fit values (${learnerId}, 1000, now(), now())`.execute(db)
    await db.transaction().execute((trx) => eraseLearner(trx, learnerId))
    for (const table of ['learner_card_settings', 'learner_card_fit'] as const) {
      expect(await db.selectFrom(table).selectAll().where('learner_id', '=', learnerId).execute()).toEqual([])
    }
    expect((await choose(95)).status).toBe(410)
    await expectRebuildEqualsLive()
  })
})

test('explains the retention by the choices behind it', async () => {
  await choose(85)
  await choose(93)
  const { body } = await call<{ value: number; entries: { type: string; amount: number }[] }>(
    '/api/progress/explain/flashcardRetention',
  )
  expect(body.value).toBe(93)
  expect(body.entries.map(({ type, amount }) => [type, amount])).toEqual([
    ['RetentionChosen', 8],
    ['RetentionChosen', -5],
  ])
})

test('reschedules 20,000 cards in one bounded step', { timeout: 120_000 }, async () => {
  await review()
  await sql`
    insert into learner_card select learner_id, gen_random_uuid(), due, state, stability, difficulty, elapsed_days,
      scheduled_days, learning_steps, reps, lapses, last_review, ratings
    from learner_card, generate_series(1, 19999) where learner_id = ${learnerId}`.execute(owner)
  const before = await cardsOf()
  await choose(80)
  const after = await cardsOf()
  expect(after).toHaveLength(20_000)
  for (const [index, card] of after.entries()) {
    expect(card.due > (before[index]?.due ?? 0)).toBe(true)
  }
})
