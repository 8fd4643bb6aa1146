import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AnswerSubmittedData, ItemStatisticsMessage, ItemVersionStatistics } from '@rehearse/contracts'
import { eventStoreMigrations, openEventLog } from '@rehearse/event-store'
import { messagingMigrations } from '@rehearse/service-kit'
import { testDatabase } from '@rehearse/testing/test-database'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { storeAnswerKeys } from '../question-copies/question-repository.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import { statisticsProjection } from '../read-models/item-statistics.ts'
import type { Db } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { questionSnapshot } from '../testing/progress-service.ts'
import { readAllItems, readItem, readPicks } from './queries.ts'
import { toReports, toStatistics } from './routes.ts'
import { publishItemStatistics } from './statistics-repository.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let db: Db
beforeAll(async () => {
  const own = join(import.meta.dirname, '../migrations')
  const database = await testDatabase('progress_statistics', [messagingMigrations, eventStoreMigrations, own])
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.databaseUrl }) }),
  })
})
afterAll(() => db.destroy())

type Given = Partial<AnswerSubmittedData> & { learnerId: string }

/** Records answers as in production: one transaction per learner. */
async function record(answers: readonly Given[]): Promise<void> {
  for (const [learnerId, ofLearner] of Map.groupBy(answers, (answer) => answer.learnerId)) {
    const streamId = learnerStream(learnerId)
    await db.transaction().execute(async (trx) => {
      const head = await headOf(trx, streamId)
      const { version: expectedVersion = 0, wrappedKey = null } = head ?? {}
      await log.append(trx, [{ streamId, expectedVersion, wrappedKey, events: ofLearner.map(answerEvent) }])
    })
  }
  await new ReadModels(db, log).reachEnd()
}

const headOf = async (trx: Db, streamId: string) => (await log.reader(trx).heads([streamId])).get(streamId)

async function statistics(questionId: string): Promise<ItemVersionStatistics[]> {
  return toStatistics(await readItem(db, questionId), await readPicks(db, questionId))
}

async function newQuestion(versions = 1): Promise<string> {
  const questionId = randomUUID()
  await storeAnswerKeys(
    db,
    Array.from({ length: versions }, (_, index) => questionSnapshot({ questionId, version: index + 1 })),
  )
  return questionId
}

const learners = (count: number) => Array.from({ length: count }, () => randomUUID())

test('shows no statistics below 30 first attempts, and exact ones from 30 on', async () => {
  const questionId = await newQuestion()
  const people = learners(30)
  const answers = people.map((learnerId, n) => ({
    learnerId,
    questionId,
    isCorrect: n < 12,
    selectedOptionIds: [n < 12 ? 'a' : 'b'],
    timeSpent: n,
  }))
  await record(answers.slice(0, 29))
  expect(await statistics(questionId)).toMatchObject([
    { n: 29, facility: null, discrimination: null, picks: null, medianTime: null },
  ])
  await record(answers.slice(29))
  expect(await statistics(questionId)).toMatchObject([
    {
      n: 30,
      facility: 0.4,
      // No one has answered another question.
      discrimination: null,
      medianTime: 14.5,
      picks: [
        { optionId: 'a', isCorrect: true, count: 12, share: 0.4 },
        { optionId: 'b', isCorrect: false, count: 18, share: 0.6 },
      ],
    },
  ])
})

test('counts only first attempts', async () => {
  const questionId = await newQuestion()
  const people = learners(30)
  await record(people.map((learnerId) => ({ learnerId, questionId, isCorrect: false })))
  await record(people.map((learnerId) => ({ learnerId, questionId, isCorrect: true, attempt: 2 })))
  expect(await statistics(questionId)).toMatchObject([{ n: 30, facility: 0 }])
})

test('computes discrimination as the correlation with the share of correct answers to other questions', async () => {
  const [questionId, ...others] = await Promise.all(Array.from({ length: 5 }, () => newQuestion()))
  const rest: number[] = []
  const right: number[] = []
  const answers = learners(40).flatMap((learnerId, n) => {
    const known = (n * 7) % 5
    const isCorrect = known + (n % 3) > 3
    rest.push(known / 4)
    right.push(isCorrect ? 1 : 0)
    return [
      { learnerId, questionId: questionId ?? '', isCorrect },
      ...others.map((other, index) => ({ learnerId, questionId: other, isCorrect: index < known })),
    ]
  })
  await record(answers)
  // Learners have seen the correct answer by the second attempt, so it must not change the statistics.
  const again = answers.map((answer) => ({ ...answer, isCorrect: true, attempt: 2 }))
  await record(again.filter((_, n) => n % 3 === 0))
  const [version] = await statistics(questionId ?? '')
  expect(version?.discrimination).toBeCloseTo(pearson(right, rest), 10)
  expect(version?.discrimination).toBeGreaterThan(0.3)
})

test('flags an edit after which a question discriminates less', async () => {
  const [questionId, other] = [await newQuestion(2), await newQuestion()]
  const good = learners(30).flatMap((learnerId, n) => [
    { learnerId, questionId: other, isCorrect: n < 15 },
    { learnerId, questionId, isCorrect: n < 14 },
  ])
  const bad = learners(30).flatMap((learnerId, n) => [
    { learnerId, questionId: other, isCorrect: n < 15 },
    { learnerId, questionId, questionVersion: 2, isCorrect: n % 2 === 0 },
  ])
  await record([...good, ...bad])
  expect(await statistics(questionId)).toMatchObject([
    { version: 2, n: 30, isWorse: true },
    { version: 1, n: 30, isWorse: false },
  ])

  const reported = async () =>
    toReports(await readAllItems(db)).filter((report) => report.questionId === questionId)
  expect(await reported()).toEqual([])
  await putIntoBank(questionId, { version: 3, isOpen: true })
  expect(await reported()).toMatchObject([
    {
      version: 2,
      newestVersion: 3,
      n: 30,
      facility: 0.5,
      problems: expect.arrayContaining(['worse-after-edit']),
      before: { version: 1, facility: 14 / 30 },
    },
  ])
  await putIntoBank(questionId, { version: 4, isOpen: false })
  expect(await reported()).toEqual([])
})

/** The report covers only questions that are in the bank. */
async function putIntoBank(questionId: string, { version, isOpen }: { version: number; isOpen: boolean }) {
  await sql`
    insert into bank_question (question_id, version, is_open) values (${questionId}, ${version}, ${isOpen})
    on conflict (question_id) do update set version = ${version}, is_open = ${isOpen}`.execute(db)
}

test('counts an erased learner’s answers, also after a rebuild', async () => {
  const questionId = await newQuestion()
  const people = learners(30)
  await record(people.map((learnerId, n) => ({ learnerId, questionId, isCorrect: n < 20, timeSpent: n })))
  const before = await statistics(questionId)
  await db.transaction().execute((trx) => eraseLearner(trx, people[0] ?? ''))
  expect(await statistics(questionId)).toEqual(before)

  const tables = async () =>
    Promise.all(
      statisticsProjection.tables.map(async (table) => {
        const { rows } =
          await sql`select to_jsonb(row) as row from ${sql.table(table)} row order by row::text`.execute(db)
        return rows
      }),
    )
  const live = await tables()
  await db.transaction().execute(async (trx) => {
    for (const table of statisticsProjection.tables) await trx.deleteFrom(table).execute()
    await trx.updateTable('checkpoint').set({ position: 0 }).where('name', '=', 'statistics').execute()
  })
  await new ReadModels(db, log).reachEnd()
  expect(await tables()).toEqual(live)
  expect(await statistics(questionId)).toEqual(before)
})

/** Runs the job; the returned messages are taken from the outbox. */
async function published(): Promise<Map<string, object>> {
  await db.transaction().execute((trx) => publishItemStatistics(trx, log))
  const { rows } = await sql<{ payload: ItemStatisticsMessage }>`
    with taken as (delete from outbox returning position, payload) select payload from taken order by position`.execute(
    db,
  )
  return new Map(rows.flatMap(({ payload }) => payload.data.items).map((item) => [item.questionId, item]))
}

test('publishes the statistics of a question once for each change', async () => {
  while ((await published()).size > 0);
  const [questionId, other] = [await newQuestion(), await newQuestion()]
  const answers = learners(30).map((learnerId, n) => ({ learnerId, questionId, isCorrect: n < 12 }))
  await record(answers.slice(0, 29))
  const few = { attempts: 29, facility: null, discrimination: null }
  expect(await published()).toEqual(new Map([[questionId, { questionId, revision: 1, ...few }]]))
  await record([...answers.slice(29), { learnerId: randomUUID(), questionId: other, isCorrect: true }])
  const both = await published()
  expect([...both.keys()].sort()).toEqual([questionId, other].sort())
  expect(both.get(questionId)).toMatchObject({ revision: 2, attempts: 30, facility: 0.4 })
  expect(await published()).toEqual(new Map())
  // A second attempt changes nothing.
  await record([{ learnerId: answers[0]?.learnerId ?? '', questionId, isCorrect: true, attempt: 2 }])
  expect(await published()).toEqual(new Map())
})

test('pools versions that differ only in metadata, and starts again with new content', async () => {
  const questionId = randomUUID()
  const store = (version: number, contentDigest: string) =>
    storeAnswerKeys(db, [questionSnapshot({ questionId, version, contentDigest })])
  const answer = (version: number, count: number, isCorrect: boolean) =>
    record(
      learners(count).map((learnerId) => ({ learnerId, questionId, questionVersion: version, isCorrect })),
    )
  await store(1, 'old')
  await answer(1, 30, false)
  await store(2, 'new')
  await answer(2, 20, true)
  await store(3, 'new')
  await answer(3, 20, false)
  expect(await statistics(questionId)).toMatchObject([
    { version: 3, versions: [3, 2], n: 40, facility: 0.5, picks: [{ count: 40 }, { count: 0 }] },
    { version: 1, versions: [1], n: 30, facility: 0 },
  ])
  await putIntoBank(questionId, { version: 3, isOpen: true })
  const inReport = async () => (await readAllItems(db)).filter((item) => item.questionId === questionId)
  expect(await inReport()).toMatchObject([
    { version: 3, n: 40, facility: 0.5 },
    { version: 1, n: 30, facility: 0 },
  ])
  expect((await published()).get(questionId)).toMatchObject({ attempts: 40, facility: 0.5 })
  await store(4, 'old')
  expect((await published()).get(questionId)).toMatchObject({ attempts: 0, facility: null })
})

function pearson(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const [mx, my] = [mean(xs), mean(ys)]
  const products = (as: readonly number[], ma: number, bs: readonly number[], mb: number) =>
    as.reduce((sum, a, n) => sum + (a - ma) * ((bs[n] ?? 0) - mb), 0)
  return products(xs, mx, ys, my) / Math.sqrt(products(xs, mx, xs, mx) * products(ys, my, ys, my))
}
