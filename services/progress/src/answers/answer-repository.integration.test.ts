import { randomUUID } from 'node:crypto'
import { DomainError, type QuestionSnapshot } from '@rehearse/contracts'
import { openEventLog } from '@rehearse/event-store'
import { isUnavailable, openPipeline, type Pipeline } from '@rehearse/service-kit'
import { openLine } from '@rehearse/service-kit/testing/line'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { commandHandler } from '../learner-store/command-handler.ts'
import { storeBadge } from '../question-copies/definition-repository.ts'
import { storeAnswerKeys } from '../question-copies/question-repository.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { newAnswer as answerFrom } from '../testing/answer-key.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { questionSnapshot } from '../testing/progress-service.ts'
import { answerRepository } from './answer-repository.ts'
import { answerRecorder, type NewAnswer, type SavedAnswer, saveAnswers } from './save-answers.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
const question: QuestionSnapshot = questionSnapshot({})
let database: TestDatabase
let db: Db
let owner: pg.Client
let pipeline: Pipeline<ProgressTables>
let learnerId: string

beforeAll(async () => {
  database = await progressDatabase('answer_repository')
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.databaseUrl }) }),
  })
  pipeline = openPipeline({ url: database.databaseUrl, name: 'test', connections: 4, log: console })
  await storeAnswerKeys(db, [question])
  await storeBadge(db, {
    badgeId: 'first',
    revision: 1,
    order: 1,
    name: 'First',
    description: 'The first answer.',
    icon: 'star',
    rarity: 'common',
    rule: { measure: 'answers', atLeast: 1 },
    points: 10,
  })
})
afterAll(async () => {
  await pipeline.close()
  await db.destroy()
  await owner.end()
})
beforeEach(() => {
  learnerId = randomUUID()
})

const newAnswer = (changes: Partial<NewAnswer> = {}): NewAnswer =>
  answerFrom({
    learnerId,
    questionId: question.questionId,
    answeredAt: new Date('2026-11-20T12:00:00Z'),
    receivedAt: new Date('2026-11-20T12:00:01Z'),
    ...changes,
  })

/** A replica with its own learner cache. */
function replica() {
  const store = answerRepository(pipeline, log, new ReadModels(db, log))
  return async (...answers: NewAnswer[]): Promise<SavedAnswer[]> =>
    (await saveAnswers(store, answers)).map((saved) => {
      if (saved instanceof DomainError) throw saved
      return saved
    })
}

async function totalOf(id: string): Promise<number | undefined> {
  await new ReadModels(db, log).reachEnd()
  const totals = db.selectFrom('learner_totals').select('total_questions').where('learner_id', '=', id)
  return (await totals.executeTakeFirst())?.total_questions
}

test('reloads a cached learner who has answered on another replica', async () => {
  const [here, elsewhere] = [replica(), replica()]
  await here(newAnswer())
  await elsewhere(newAnswer(), newAnswer())
  const [saved] = await here(newAnswer())
  expect(saved?.answer.attempt).toBe(4)
  expect(saved?.state.totalQuestions).toBe(4)
  expect(await totalOf(learnerId)).toBe(4)
})

test('loads an uncached learner from read models plus the events not folded yet', async () => {
  const never = { reach: () => Promise.reject(new Error('a save folds nothing')), recorded: () => {} }
  const uncached = async () => {
    const [saved] = await saveAnswers(answerRepository(pipeline, log, never), [newAnswer()])
    if (saved === undefined || saved instanceof DomainError) throw saved
    return saved
  }
  const [first, second] = [await uncached(), await uncached()]
  expect([first, second].map(({ newBadges }) => newBadges.length)).toEqual([1, 0])
  await new ReadModels(db, log).reachEnd()
  const [third, fourth] = [await uncached(), await uncached()]
  const saved = [first, second, third, fourth]
  expect(saved.map(({ answer }) => answer.attempt)).toEqual([1, 2, 3, 4])
  expect(saved.map(({ state }) => state.totalQuestions)).toEqual([1, 2, 3, 4])
  expect(fourth.newBadges).toEqual([])
  expect(await totalOf(learnerId)).toBe(4)
})

test('reads rows and unfolded events in one snapshot, even if they are folded in between', async () => {
  await replica()(newAnswer(), newAnswer())
  const folding: typeof log = {
    ...log,
    reader: (reads) => ({
      ...log.reader(reads),
      readUnfolded: async (...of) => {
        await new ReadModels(db, log).reachEnd()
        return log.reader(reads).readUnfolded(...of)
      },
    }),
  }
  const store = answerRepository(pipeline, folding, new ReadModels(db, log))
  const [saved] = await saveAnswers(store, [newAnswer()])
  expect(saved).toMatchObject({ answer: { attempt: 3 }, state: { totalQuestions: 3 } })
})

test('waits for read models that lack an event that may have changed a question’s record', async () => {
  const [here, elsewhere] = [replica(), replica()]
  await here(newAnswer())
  const lagging = { reach: async () => {}, recorded: () => {} }
  await commandHandler(
    db,
    log,
    { forget: () => {} },
    lagging,
  )({
    learnerId,
    metadata: { correlationId: null, causationId: null },
    at: new Date(),
    decide: () => [
      {
        type: 'ProgressReset',
        eventId: randomUUID(),
        data: { learnerId, scope: 'all', id: null, timeZone: 'UTC', at: new Date().toISOString() },
      },
    ],
  })
  const [saved] = await elsewhere(newAnswer())
  expect(saved?.answer.attempt).toBe(2)
  expect(saved?.state.totalQuestions).toBe(1)
})

test('folds cached events into the same read models as the log, without events erased since', async () => {
  const readModels = new ReadModels(db, log)
  const store = answerRepository(pipeline, log, readModels)
  const erased = randomUUID()
  // Otherwise the cached events would begin after a gap, and the log would be read.
  await readModels.reachEnd()
  await saveAnswers(store, [newAnswer(), newAnswer({ learnerId: erased })])
  await db.transaction().execute((trx) => eraseLearner(trx, erased))
  await readModels.reachEnd()
  const rowsOf = async (id: string) =>
    (await db.selectFrom('learner_answer').select('event_id').where('learner_id', '=', id).execute()).length
  expect([await rowsOf(learnerId), await rowsOf(erased)]).toEqual([1, 0])
})

test('drops cached events that another replica has folded', async () => {
  const readModels = new ReadModels(db, log)
  await saveAnswers(answerRepository(pipeline, log, readModels), [newAnswer()])
  expect(readModels.cached).toBeGreaterThan(0)
  await new ReadModels(db, log).reachEnd()
  await readModels.run(new AbortController().signal)
  expect(readModels.cached).toBe(0)
})

test('reloads a cached learner after read models were replaced', async () => {
  const save = replica()
  await save(newAnswer())
  await new ReadModels(db, log).reachEnd()
  await owner.query('update learner_totals set time_spent = 1000 where learner_id = $1', [learnerId])
  await owner.query('update read_model set generation = generation + 1')
  const [saved] = await save(newAnswer())
  expect(saved?.state.timeSpent).toBe(1005)
})

test('rejects a cached learner who was erased, and no one else in the batch', async () => {
  const save = replica()
  const neighbour = randomUUID()
  await save(newAnswer(), newAnswer({ learnerId: neighbour }))
  // The first answer creates the key, so only the second one leaves the learner cached.
  await save(newAnswer(), newAnswer({ learnerId: neighbour }))
  await db.transaction().execute((trx) => eraseLearner(trx, learnerId))
  const store = answerRepository(pipeline, log, new ReadModels(db, log))
  await expect(save(newAnswer())).rejects.toMatchObject({ code: 'account_erased' })
  const both = await saveAnswers(store, [newAnswer(), newAnswer({ learnerId: neighbour })])
  expect(both[0]).toMatchObject({ code: 'account_erased' })
  expect(both[1]).toMatchObject({ state: { totalQuestions: 3 } })
})

test('returns the first result of a repeated answer, badges included, next to new answers', async () => {
  const save = replica()
  const first = newAnswer()
  const [original] = await save(first)
  expect(original?.newBadges.map(({ badgeId }) => badgeId)).toEqual(['first'])
  const later = new Date('2026-11-20T13:00:00Z')
  const [repeated, other] = await save({ ...first, receivedAt: later }, newAnswer({ receivedAt: later }))
  const { state: _, ...replied } = original as SavedAnswer
  const newBadges = replied.newBadges.map(({ badgeId, title, description, rarity }) => ({
    badgeId,
    title,
    description,
    rarity,
  }))
  expect(repeated).toMatchObject({ ...replied, newBadges })
  expect(other?.newBadges).toEqual([])
  expect(await totalOf(learnerId)).toBe(2)
})

test('accepts a repeated answer beyond the age limit of new ones', async () => {
  const save = replica()
  const first = newAnswer()
  await save(first)
  const [repeated] = await save({ ...first, receivedAt: new Date('2027-02-20T12:00:00Z') })
  expect(repeated?.answer.attempt).toBe(1)
})

test('rejects answers while Postgres hangs as if it were down, and counts each once when it is sent again', async () => {
  const line = await openLine(database.databaseUrl)
  const distant = openPipeline<ProgressTables>({
    url: line.url,
    name: 'test',
    connections: 2,
    log: { warn: () => {} },
  })
  try {
    const take = answerRecorder({
      store: answerRepository(distant, log, new ReadModels(db, log)),
      fetchQuestion: async () => false,
    })
    const answers = Array.from({ length: 40 }, () => newAnswer())
    await take(answers[0] as NewAnswer)
    const sent = answers.map((answer) => take(answer).catch((error: unknown) => error))
    line.freeze()
    const failures = (await Promise.all(sent)).filter((reply) => reply instanceof Error)
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.every(isUnavailable)).toBe(true)
    await line.cut()
    await line.mend()
    const replies = await Promise.all(answers.map((one) => take(one)))
    expect(replies.map(({ answer }) => answer.answerId)).toEqual(answers.map(({ answerId }) => answerId))
    expect(await totalOf(learnerId)).toBe(40)
  } finally {
    await distant.close()
    await line.cut()
  }
})
