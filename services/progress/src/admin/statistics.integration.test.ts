import { randomUUID } from 'node:crypto'
import {
  type AnswerSubmittedData,
  type ItemStatisticsMessage,
  type ItemVersionStatistics,
  promptOf,
  type QuestionAnswer,
} from '@rehearse/contracts'
import { openEventLog } from '@rehearse/event-store'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { storeAnswerKeys } from '../question-copies/question-repository.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import { statisticsProjection } from '../read-models/item-statistics.ts'
import type { Db } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { questionSnapshot } from '../testing/progress-service.ts'
import { readAllItems, readItem, readPicks, readResponses } from './queries.ts'
import { toReports, toStatistics } from './routes.ts'
import { publishItemStatistics } from './statistics-repository.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let db: Db
beforeAll(async () => {
  const database = await progressDatabase('progress_statistics')
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
  const [item, picks] = [await readItem(db, questionId), await readPicks(db, questionId)]
  return toStatistics(item, picks, await readResponses(db, questionId))
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
  await rebuild()
  expect(await tables()).toEqual(live)
  expect(await statistics(questionId)).toEqual(before)
})

describe('answers to questions without options', () => {
  const newTyped = async (answer: QuestionAnswer) => {
    const snapshot = questionSnapshot({ type: 'short-answer', options: [], answer })
    await storeAnswerKeys(db, [snapshot])
    return snapshot.questionId
  }
  const none = { selectedOptionIds: [], response: null, responseText: null }

  test('are counted pair by pair', async () => {
    const answer: QuestionAnswer = {
      kind: 'pairs',
      pairs: [
        { id: 'a', left: 'flex', right: 'one axis' },
        { id: 'b', left: 'grid', right: 'two axes' },
      ],
    }
    const questionId = await newTyped(answer)
    const prompt = promptOf({ id: questionId, version: 1, answer })
    const right = prompt?.kind === 'pairs' ? prompt.right : []
    const [one, two] = ['one axis', 'two axes'].map(
      (text) => right.find((item) => item.text === text)?.id ?? '',
    )
    await record(
      learners(30).map((learnerId, n) => ({
        ...none,
        learnerId,
        questionId,
        isCorrect: n < 20,
        response: {
          kind: 'pairs',
          pairs: [
            { left: 'a', right: one ?? '' },
            { left: 'b', right: (n < 20 ? two : one) ?? '' },
          ],
        },
      })),
    )
    expect((await statistics(questionId))[0]?.responses).toEqual([
      { left: 'flex', text: 'one axis', isCorrect: true, count: 30, share: 1 },
      { left: 'grid', text: 'two axes', isCorrect: true, count: 20, share: 2 / 3 },
      { left: 'grid', text: 'one axis', isCorrect: false, count: 10, share: 1 / 3 },
    ])
  })

  test('show the most frequent texts that several learners gave, and none of an erased learner', async () => {
    const questionId = await newTyped({
      kind: 'text',
      accepted: ['closure'],
      caseSensitive: false,
      whitespace: 'fold',
    })
    const people = learners(30)
    const textOf = (n: number) => (n < 20 ? 'Closure' : n < 22 ? ' scope ' : `my name is ${n}`)
    await record(
      people.map((learnerId, n) => ({
        ...none,
        learnerId,
        questionId,
        isCorrect: n < 20,
        responseText: textOf(n),
      })),
    )
    expect((await statistics(questionId))[0]?.responses).toMatchObject([
      { left: null, text: 'Closure', isCorrect: true, count: 20 },
      { text: ' scope ', isCorrect: false, count: 2 },
    ])
    await db.transaction().execute((trx) => eraseLearner(trx, people[21] ?? ''))
    const after = (await statistics(questionId))[0]
    expect(after).toMatchObject({ n: 30, facility: 2 / 3 })
    expect(after?.responses).toMatchObject([{ text: 'Closure' }])
    const { rows } =
      await sql`select 1 from item_answer where respondent = ${people[21]} and response is not null`.execute(
        db,
      )
    expect(rows).toEqual([])
    await rebuild()
    expect((await statistics(questionId))[0]).toEqual(after)
  })

  test('show the ten most frequent numbers', async () => {
    const questionId = await newTyped({ kind: 'number', value: 1, tolerance: 0 })
    await record(
      learners(40).map((learnerId, n) => ({
        ...none,
        learnerId,
        questionId,
        isCorrect: n < 5,
        response: { kind: 'number', value: n < 5 ? 1 : n % 20 },
      })),
    )
    const { responses } = (await statistics(questionId))[0] ?? {}
    expect(responses).toHaveLength(10)
    expect(responses?.filter(({ isCorrect }) => isCorrect)).toMatchObject([{ text: '1', count: 6 }])
  })

  test('of the first version of the event have none', async () => {
    const questionId = await newQuestion()
    const learnerId = randomUUID()
    const { data, ...event } = answerEvent({ learnerId, questionId })
    const { response: _r, responseText: _t, ...early } = data
    await db.transaction().execute((trx) =>
      log.append(trx, [
        {
          streamId: learnerStream(learnerId),
          expectedVersion: 0,
          wrappedKey: null,
          events: [{ ...event, schemaVersion: 1, data: early }],
        },
      ]),
    )
    const [read] = await log.reader(db).readById([event.eventId])
    expect(read).toMatchObject({ schemaVersion: 2, data: { response: null, responseText: null } })
    await new ReadModels(db, log).reachEnd()
    const { rows } = await sql`select response from item_answer where event_id = ${event.eventId}`.execute(db)
    expect(rows).toEqual([{ response: null }])
  })
})

async function rebuild(): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of statisticsProjection.tables) await trx.deleteFrom(table).execute()
    await trx.updateTable('checkpoint').set({ position: 0 }).where('name', '=', 'statistics').execute()
  })
  await new ReadModels(db, log).reachEnd()
}

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
