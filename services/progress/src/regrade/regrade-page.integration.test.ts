import { randomUUID } from 'node:crypto'
import { type NewEvent, openEventLog } from '@rehearse/event-store'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { storeAnswerKeys } from '../question-copies/question-repository.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import type { Db } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { questionSnapshot } from '../testing/progress-service.ts'
import { misgradedPage } from './regrade-page-repository.ts'
import { findRegrade, planRegrade, regradePage, requestRegrade } from './repository.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let db: Db
beforeAll(async () => {
  const { databaseUrl } = await progressDatabase('regrade_page')
  db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }) })
})
afterAll(() => db.destroy())

const record = (learnerId: string, events: NewEvent[]) =>
  db
    .transaction()
    .execute((trx) =>
      log.append(trx, [{ streamId: learnerStream(learnerId), expectedVersion: 0, wrappedKey: null, events }]),
    )

const milestone = (learnerId: string): NewEvent => ({
  eventId: randomUUID(),
  type: 'MilestoneReached',
  schemaVersion: 1,
  data: { learnerId, milestoneId: 'answers-10', reachedAt: new Date().toISOString() },
  metadata: { correlationId: null, causationId: null },
})

test('regrades typed texts by the corrected key', async () => {
  const answer = {
    kind: 'text' as const,
    accepted: ['scope'],
    caseSensitive: false,
    whitespace: 'fold' as const,
  }
  const question = questionSnapshot({ type: 'short-answer', options: [], answer })
  const { questionId } = question
  const corrected = { ...answer, accepted: ['closure'] }
  await storeAnswerKeys(db, [question, { ...question, version: 2, answer: corrected }])
  for (const [responseText, isCorrect] of [
    ['Closure ', false],
    ['scope', true],
    ['hoisting', false],
  ] as const) {
    const learnerId = randomUUID()
    const given = { selectedOptionIds: [], responseText, isCorrect }
    await record(learnerId, [answerEvent({ learnerId, questionId, ...given })])
  }
  const readModels = new ReadModels(db, log)
  const wanted = { questionId, version: 1, keyVersion: 2 }
  expect(await planRegrade(db, log, readModels, wanted)).toMatchObject({ answers: 2, learners: 2 })
  await requestRegrade(db, wanted, 'an admin')
  while (await regradePage(db, log, readModels));
  expect(await findRegrade(db, wanted)).toMatchObject({ answers: 2 })
  expect(await planRegrade(db, log, readModels, wanted)).toMatchObject({ answers: 0 })
})

test('finds every answer in the log, however far the list of answers lags', async () => {
  const [many, learnerId] = [randomUUID(), randomUUID()]
  await record(
    many,
    Array.from({ length: 10_001 }, () => milestone(many)),
  )
  const { questionId, ...question } = questionSnapshot()
  const options = question.options.map((option) => ({ ...option, isCorrect: !option.isCorrect }))
  await storeAnswerKeys(db, [
    { ...question, questionId },
    { ...question, questionId, version: 2, options },
  ])
  await record(learnerId, [
    answerEvent({ learnerId, questionId, selectedOptionIds: ['b'], isCorrect: false }),
  ])

  const readModels = new ReadModels(db, log)
  const wanted = { questionId, version: 1, keyVersion: 2 }
  await requestRegrade(db, wanted, 'an admin')
  while (await regradePage(db, log, readModels));
  expect(await findRegrade(db, wanted)).toMatchObject({ answers: 1, finished_at: expect.any(Date) })
  expect(await planRegrade(db, log, readModels, wanted)).toMatchObject({ answers: 0 })
})

test('reads only the answers of the page’s learners, however many others there are', async () => {
  const [questionId, learners] = [randomUUID(), 2_000]
  const plan = db.transaction().execute(async (trx) => {
    await sql`
      insert into item_answer
      select ${questionId}, 1, gen_random_uuid(), 'learner ' || n, current_date, 1, 'server', true, '{b}', 3
      from generate_series(1, ${learners}::int) n`.execute(trx)
    await sql`analyze item_answer`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, timing off, costs off) ${misgradedPage({ questionId, version: 1 }, ['a'], '')}`.execute(
      trx,
    )
    throw new Error(rows.map((row) => row['QUERY PLAN']).join('\n'))
  })
  // The error rolls everything back.
  const { message } = await plan.catch((error: Error) => error)
  const read = [...message.matchAll(/ on item_answer.*rows=(\d+)/g)].map(([, rows]) => Number(rows))
  expect(read.length).toBeGreaterThan(0)
  expect(Math.max(...read), message).toBeLessThan(learners / 4)
})
