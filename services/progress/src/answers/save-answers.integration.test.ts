import { randomUUID } from 'node:crypto'
import { DomainError, type QuestionMessage, type QuestionSnapshot } from '@rehearse/contracts'
import { openEventLog, rebuild } from '@rehearse/event-store'
import { openPipeline, type Pipeline } from '@rehearse/service-kit'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseLearner, learnerTables } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { addDays } from '../learner/days.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { backfillPage } from '../learner-store/badge-backfill.ts'
import { commandHandler } from '../learner-store/command-handler.ts'
import { storeBadge, storePathSteps } from '../question-copies/definition-repository.ts'
import { storeAnswerKeys, storeBankQuestions } from '../question-copies/question-repository.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import { statisticsProjection } from '../read-models/item-statistics.ts'
import { projections, shadowOf } from '../read-models/projections.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { newAnswer as answerFrom } from '../testing/answer-key.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { questionSnapshot } from '../testing/progress-service.ts'
import { answerRepository } from './answer-repository.ts'
import { type AnswerStore, type NewAnswer, saveAnswers } from './save-answers.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
let db: Db
let owner: pg.Client
let ownerDb: Db
let pipeline: Pipeline<ProgressTables>

/** Four questions of one section of one path, in three categories. */
const questions = Array.from({ length: 4 }, (_, n) =>
  created(
    questionSnapshot({
      category: ['HTML', 'CSS', 'CSS', 'JavaScript'][n] ?? 'HTML',
      learningPath: 'css-practice',
      sectionId: 'practice',
    }),
  ),
)
const rules = [
  { measure: 'answers', atLeast: 1 },
  { measure: 'answers', atLeast: 5 },
  { measure: 'correctInARow', atLeast: 3 },
  { measure: 'streak', atLeast: 3 },
  { measure: 'categories', atLeast: 2 },
  { measure: 'points', atLeast: 60 },
  { measure: 'sectionsCompleted', atLeast: 1 },
] as const

beforeAll(async () => {
  const database = await progressDatabase('save_answers')
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.databaseUrl }) }),
  })
  ownerDb = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.ownerUrl }) }),
  })
  pipeline = openPipeline({ url: database.databaseUrl, name: 'test', connections: 4, log: console })
  await storeAnswerKeys(
    db,
    questions.map((message) => message.data as QuestionSnapshot),
  )
  await storeBankQuestions(db, questions)
  const questionIds = questions.map(({ data }) => data.questionId)
  await storePathSteps(db, { id: 'css-practice', steps: [{ id: 'practice', title: 'A step', questionIds }] })
  for (const [order, rule] of rules.entries()) await storeBadge(db, badge(`badge-${order}`, order, rule))
})
afterAll(async () => {
  await pipeline.close()
  await db.destroy()
  await ownerDb.destroy()
  await owner.end()
})

const rebuildAll = (batchSize = 1_000) =>
  rebuild(log, ownerDb, shadowOf(projections, { name: 'again', revision: '1' }), { batchSize })

function created(data: QuestionSnapshot): QuestionMessage {
  return {
    id: randomUUID(),
    type: 'QuestionCreated',
    version: 1,
    occurredAt: new Date().toISOString(),
    correlationId: null,
    causationId: null,
    data,
  }
}

const badge = (badgeId: string, order: number, rule: Parameters<typeof storeBadge>[1]['rule']) => ({
  badgeId,
  revision: 1,
  order,
  name: badgeId,
  description: '',
  icon: 'star',
  rarity: 'common' as const,
  rule,
  points: 10,
})

async function empty(): Promise<void> {
  await owner.query('truncate event')
  const tables = new Set([...learnerTables, ...statisticsProjection.tables])
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
}

/** Everything stored about learners: their streams and every read model. */
async function everything() {
  const { rows: events } = await sql<{ event_id: string; stream_id: string }>`
    select stream_id, stream_version, event_id, type, data from event order by stream_id, stream_version`.execute(
    db,
  )
  return { events, tables: await readModels() }
}

async function readModels() {
  await new ReadModels(db, log).reachEnd()
  const tables = learnerTables.map(async (table) => {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(one)::text as row from ${sql.table(table)} one order by 1`.execute(db)
    return [table, rows.map(({ row }) => row)]
  })
  return Object.fromEntries(await Promise.all(tables))
}

const save = async (answers: readonly NewAnswer[], size: number) => {
  const store = answerRepository(pipeline, log, new ReadModels(db, log))
  for (let from = 0; from < answers.length; from += size) {
    const saved = await saveAnswers(store, answers.slice(from, from + size))
    const refused = saved.find((one) => one instanceof DomainError)
    if (refused) throw refused
  }
}

const newAnswer = (changes: Partial<NewAnswer>): NewAnswer =>
  answerFrom({
    learnerId: 'ada',
    questionId: questions[0]?.data.questionId ?? '',
    answeredAt: new Date('2026-11-20T12:00:00Z'),
    receivedAt: new Date('2026-11-21T12:00:00Z'),
    ...changes,
  })

/** Answers of two learners over ten days, in any order: some late, in other time zones, or sent twice. */
const anyAnswers = fc
  .array(
    fc.record({
      learnerId: fc.constantFrom('ada', 'bob'),
      question: fc.integer({ min: 0, max: 3 }),
      option: fc.constantFrom('a', 'a', 'b'),
      day: fc.integer({ min: 0, max: 9 }),
      timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
      isRepeated: fc.constantFrom(true, false, false),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((given) => {
    const answers = given.map(({ learnerId, question, option, day, timeZone }) =>
      newAnswer({
        learnerId,
        questionId: questions[question]?.data.questionId ?? '',
        given: { selectedOptionIds: [option] },
        timeZone,
        answeredAt: new Date(`${addDays('2026-10-24', day)}T13:00:00Z`),
      }),
    )
    const repeated = answers.filter((_, index) => given[index]?.isRepeated)
    return { answers, repeated }
  })

test('gives the same streams and read models for any batching, for single answers and after a rebuild, and counts duplicates once', async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswers, fc.integer({ min: 2, max: 12 }), async ({ answers, repeated }, size) => {
      await empty()
      await save(answers, 1)
      const oneByOne = await everything()
      await empty()
      await save(answers, size)
      expect(await everything()).toEqual(oneByOne)
      await save(repeated, size)
      await save([...repeated, ...answers], size)
      expect(await everything()).toEqual(oneByOne)
      await rebuildAll(size)
      expect(await readModels()).toEqual(oneByOne.tables)
    }),
    { numRuns: 20 },
  )
})

/** By answer: the replica that saves it, and whether all events before it are folded first. */
const anyTurns = fc.array(fc.record({ replica: fc.integer({ min: 0, max: 1 }), isFolded: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
})

test('two replicas that take turns record the same as one, whichever events are folded', async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswers, anyTurns, async ({ answers }, turns) => {
      await empty()
      await save(answers, 1)
      const byOne = await everything()
      await empty()
      const stores = [0, 1].map(() => answerRepository(pipeline, log, new ReadModels(db, log)))
      for (const [index, answer] of answers.entries()) {
        const { replica = 0, isFolded = false } = turns[index % turns.length] ?? {}
        if (isFolded) await new ReadModels(db, log).reachEnd()
        const [saved] = await saveAnswers(stores[replica] as AnswerStore, [answer])
        expect(saved).not.toBeInstanceOf(DomainError)
      }
      expect(await everything()).toEqual(byOne)
    }),
    { numRuns: 6 },
  )
})

test('two replicas that save answers of one learner concurrently record the same as sequential saves', async () => {
  await empty()
  const stores = [
    answerRepository(pipeline, log, new ReadModels(db, log)),
    answerRepository(pipeline, log, new ReadModels(db, log)),
  ]
  const answers = Array.from({ length: 24 }, (_, n) =>
    newAnswer({ answeredAt: new Date(`${addDays('2026-11-01', n % 12)}T12:00:00Z`) }),
  )
  const sent = await Promise.allSettled(
    answers.flatMap((answer) => stores.map((store) => saveAnswers(store, [answer]))),
  )
  // A client that lost every race would be asked to retry, so the test does.
  const following = new ReadModels(db, log)
  const store = answerRepository(pipeline, log, following)
  for (const answer of answers) await saveAnswers(store, [answer])
  await following.reachEnd()
  expect(sent.some((one) => one.status === 'fulfilled')).toBe(true)
  const totals = await db.selectFrom('learner_totals').selectAll().executeTakeFirstOrThrow()
  expect(totals).toMatchObject({ total_questions: 24, current_streak: 12, freezes: 1 })
  const live = await readModels()
  await rebuildAll()
  expect(await readModels()).toEqual(live)
})

test('ignores an answer that another replica has already recorded', async () => {
  await empty()
  await save([newAnswer({})], 1)
  const twice = newAnswer({})
  const late = answerRepository(pipeline, log, new ReadModels(db, log))
  const held = Promise.withResolvers<void>()
  const decided = Promise.withResolvers<void>()
  const saving = saveAnswers(
    {
      load: late.load,
      commit: async (writes) => {
        decided.resolve()
        await held.promise
        await late.commit(writes)
      },
    },
    [twice],
  )
  await decided.promise
  await save([twice, newAnswer({}), newAnswer({})], 3)
  held.resolve()
  await saving
  const live = await readModels()
  await rebuildAll()
  expect(await readModels()).toEqual(live)
})

test('awards a badge defined later to learners who have earned it, once, although every replica checks', async () => {
  await empty()
  await save([newAnswer({}), newAnswer({ learnerId: 'bob', given: { selectedOptionIds: ['b'] } })], 1)
  await storeBadge(db, badge('latecomer', 99, { measure: 'correctAnswers', atLeast: 1 }))
  await owner.query(`update badge_backfill set defined_at = now() - interval '1 minute'`)
  const untilDone = async () => {
    while (await backfillPage({ db, log, readModels: new ReadModels(db, log) }));
  }
  await Promise.all([untilDone(), untilDone(), untilDone()])
  const holders = () =>
    db.selectFrom('learner_badge').select('learner_id').where('badge_id', '=', 'latecomer').execute()
  expect(await holders()).toEqual([{ learner_id: 'ada' }])
  const events = await log.reader(db).readStream(learnerStream('ada'))
  expect(events.filter((event) => (event.data as { badgeId?: string }).badgeId === 'latecomer')).toHaveLength(
    1,
  )
  const { points } = await db
    .selectFrom('learner_totals')
    .select('points')
    .where('learner_id', '=', 'ada')
    .executeTakeFirstOrThrow()
  expect(points).toBe(10 + 10 + 10)
})

test('retries a decision after losing a race and records it once', async () => {
  await empty()
  const record = commandHandler(db, log, { forget: () => {} }, new ReadModels(db, log))
  const order = (sectionId: string) =>
    record({
      learnerId: 'ada',
      metadata: { correlationId: null, causationId: null },
      at: new Date(),
      decide: ({ state }) =>
        state.counters.sections.includes(`css/${sectionId}`)
          ? []
          : [
              {
                type: 'SectionCompleted',
                eventId: randomUUID(),
                data: {
                  learnerId: 'ada',
                  pathId: 'css',
                  sectionId,
                  by: 'learner',
                  completedAt: new Date().toISOString(),
                },
              },
            ],
    })
  const races = await Promise.all([order('one'), order('one'), order('two'), order('one')])
  const types = races.flatMap(({ events }) => events.map((event) => event.type))
  expect(types.filter((type) => type === 'SectionCompleted')).toHaveLength(2)
  expect(types.filter((type) => type === 'BadgeEarned')).toHaveLength(1)
})

test('completes the steps of a reset path again with answers given since', async () => {
  await empty()
  const rightOnes = (second: number) =>
    questions.map(({ data }) =>
      newAnswer({ questionId: data.questionId, answeredAt: new Date(`2026-11-20T12:00:0${second}Z`) }),
    )
  const completed = async () =>
    (await log.reader(db).readStream(learnerStream('ada'))).filter(({ type }) => type === 'SectionCompleted')
  await save(rightOnes(0), 2)
  expect(await completed()).toHaveLength(1)
  const data = { learnerId: 'ada', scope: 'path', id: 'css-practice', timeZone: 'UTC' } as const
  await commandHandler(
    db,
    log,
    { forget: () => {} },
    new ReadModels(db, log),
  )({
    learnerId: 'ada',
    metadata: { correlationId: null, causationId: null },
    at: new Date(),
    decide: () => [
      { type: 'ProgressReset', eventId: randomUUID(), data: { ...data, at: '2026-11-20T12:00:01.000Z' } },
    ],
  })
  const again = rightOnes(2)
  await save(again.slice(0, 3), 2)
  expect(await completed()).toHaveLength(1)
  await save(again.slice(3), 1)
  expect(await completed()).toHaveLength(2)
  const live = await readModels()
  expect(live.learner_path).toMatchObject([expect.stringContaining('"completed_sections": ["practice"]')])
  await rebuildAll(3)
  expect(await readModels()).toEqual(live)
})

test('keeps only anonymous question data of an erased learner, also after a rebuild', async () => {
  await empty()
  await save([newAnswer({ learnerId: 'eve' }), newAnswer({ learnerId: 'bob' })], 2)
  const erase = () => db.transaction().execute((trx) => eraseLearner(trx, 'eve'))
  await erase()
  await erase()
  const rowsOf = async () =>
    Object.values(await readModels())
      .flat()
      .filter((row) => (row as string).includes('"eve"'))
  expect(await rowsOf()).toEqual([])
  await rebuildAll()
  expect(await rowsOf()).toEqual([])
  const [answer] = await log.reader(db).readStream(learnerStream('eve'))
  expect(answer).toMatchObject({ type: 'AnswerSubmitted', shredded: true, data: { isCorrect: true } })
  expect(answer?.data).not.toHaveProperty('answeredAt')
  await expect(save([newAnswer({ learnerId: 'eve' })], 1)).rejects.toMatchObject({ code: 'account_erased' })
  await expect(save([newAnswer({ learnerId: 'bob' })], 1)).resolves.toBeUndefined()
})

test('the list of tables that an erasure empties names every table with learner data', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'learner_id' order by 1`.execute(db)
  expect(rows.map((row) => row.table_name)).toEqual([...learnerTables].sort())
})

test('finds a learner’s rows by index in every table, since an erasure blocks all answers', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select held.relname as table_name from pg_class held
    join pg_attribute whose on whose.attrelid = held.oid and whose.attname = 'learner_id'
    where held.relkind = 'r' and held.relnamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = held.oid and indkey[0] = whose.attnum and indpred is null)`.execute(db)
  expect(rows).toEqual([])
})
