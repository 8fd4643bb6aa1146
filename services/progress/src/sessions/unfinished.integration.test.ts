import { randomUUID } from 'node:crypto'
import type {
  AnswerResult,
  QuestionSnapshot,
  UnfinishedSession,
  UnfinishedSessionInput,
} from '@rehearse/contracts'
import { UNFINISHED_SESSIONS } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import type { ProgressTables } from '../tables.ts'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

let service: ProgressService
let owner: pg.Pool
let questions: QuestionSnapshot[]
beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress_unfinished'), testNats()])
  service = await startProgressService(database, nats.url)
  owner = new pg.Pool({ connectionString: database.ownerUrl })
  questions = await Promise.all([1, 2, 3].map(() => service.publishQuestion()))
})
afterAll(async () => {
  await owner.end()
  await service.close()
})

let learnerId: string
let phone: Call
let laptop: Call
beforeEach(async () => {
  learnerId = randomUUID()
  ;[phone, laptop] = await Promise.all([caller(service, learnerId), caller(service, learnerId)])
})

const put = { method: 'PUT' } as const
const path = (id = '') => `/api/progress/unfinished-sessions${id && `/${id}`}`

const settings: UnfinishedSessionInput['settings'] = {
  mode: 'free',
  filters: { learningPath: 'css' },
  planId: null,
  questionId: null,
  listId: null,
  stepId: null,
}
const begun = (changes: Partial<UnfinishedSessionInput> = {}): UnfinishedSessionInput => ({
  settings,
  startedAt: new Date().toISOString(),
  questions: questions.map(({ questionId }) => ({ questionId, answerId: randomUUID() })),
  corrected: [],
  ...changes,
})

const list = async (call = phone) =>
  (await call<{ sessions: UnfinishedSession[] }>(path())).body.sessions.map(({ id }) => id)

async function answer(call: Call, input: UnfinishedSessionInput, at: number, isRight: boolean) {
  const { questionId, answerId } = input.questions[at] as UnfinishedSessionInput['questions'][number]
  const options = questions[at]?.options ?? []
  const chosen = options.filter(({ isCorrect }) => isCorrect === isRight).slice(0, 1)
  const selectedOptionIds = chosen.map(({ id }) => id)
  const { status, body } = await call<{ result: AnswerResult; progress: { totalQuestions: number } }>(
    '/api/progress/save',
    { answerId, questionId, selectedOptionIds, timeSpent: 7 },
  )
  expect(status).toBe(200)
  return { ...body, selectedOptionIds }
}

test('a session continues on another device, in its order, with the answers so far', async () => {
  const [id, input] = [randomUUID(), begun()]
  expect((await phone(path(id), input, put)).status).toBe(200)
  const { selectedOptionIds } = await answer(phone, input, 1, false)
  const { body } = await laptop<{ session: UnfinishedSession }>(path(id))
  expect(body.session).toMatchObject({ id, settings: input.settings, corrected: [] })
  expect(body.session.questions.map(({ questionId, answerId }) => ({ questionId, answerId }))).toEqual(
    input.questions,
  )
  expect(body.session.questions.map((one) => one.answer)).toEqual([
    null,
    { isCorrect: false, selectedOptionIds, response: null, points: 0, timeSpent: 7 },
    null,
  ])
  expect(await list(laptop)).toEqual([id])
})

test('the first answer to a question counts on all devices, and the other device learns which it was', async () => {
  const [id, input] = [randomUUID(), begun()]
  await phone(path(id), input, put)
  const first = await answer(phone, input, 0, true)
  expect(first.result.earlier).toBeUndefined()
  const second = await answer(laptop, input, 0, false)
  expect(second.result).toMatchObject({
    isCorrect: true,
    earlier: { selectedOptionIds: first.selectedOptionIds, response: null },
  })
  expect(second.progress.totalQuestions).toBe(1)
})

test('a session that two devices change keeps its questions, and the corrections of both', async () => {
  const [id, input] = [randomUUID(), begun()]
  const [one, two] = input.questions.map(({ questionId }) => questionId) as [string, string]
  await phone(path(id), { ...input, corrected: [one] }, put)
  const other = begun({ corrected: [two, randomUUID()] })
  const { body } = await laptop<{ session: UnfinishedSession }>(path(id), other, put)
  expect(body.session.questions.map(({ answerId }) => answerId)).toEqual(
    input.questions.map(({ answerId }) => answerId),
  )
  expect(body.session.corrected).toEqual([one, two])
})

test('it is listed until every question is correct or corrected, or it is forgotten', async () => {
  const [id, input] = [randomUUID(), begun()]
  await phone(path(id), input, put)
  for (const at of [0, 1, 2]) await answer(phone, input, at, at !== 1)
  expect(await list()).toEqual([id])
  await phone(path(id), { ...input, corrected: [questions[1]?.questionId ?? ''] }, put)
  expect(await list()).toEqual([])
  const next = randomUUID()
  await phone(path(next), begun(), put)
  expect(await list()).toEqual([next])
  expect((await phone(path(next), undefined, { method: 'DELETE' })).status).toBe(200)
  expect((await phone(path(next), undefined, { method: 'DELETE' })).status).toBe(200)
  expect(await list()).toEqual([])
})

test('the newest five are kept, for 14 days, and only for their learner', async () => {
  const ids = Array.from({ length: UNFINISHED_SESSIONS.count + 1 }, () => randomUUID())
  for (const id of ids) await phone(path(id), begun(), put)
  expect(await list()).toEqual(ids.slice(1).reverse())
  const stranger = await caller(service, randomUUID())
  const newest = ids.at(-1) ?? ''
  expect((await stranger(path(newest))).body).toMatchObject({ code: 'session_not_found' })
  expect((await stranger(path(newest), undefined, { method: 'DELETE' })).status).toBe(200)
  expect(await list(stranger)).toEqual([])
  await owner.query(
    `update learner_unfinished_session set updated_at = now() - interval '14 days' where session_id = $1`,
    [newest],
  )
  expect(await list()).not.toContain(newest)
  expect((await phone(path(newest))).status).toBe(404)
})

test.each([
  ['no questions', { questions: [] }],
  ['too many', { questions: Array.from({ length: 101 }, () => pair()) }],
  ['a question twice', { questions: Array(2).fill(pair()) }],
  ['an unknown mode', { settings: { mode: 'mock' } }],
  ['a long name', { settings: { ...settings, listId: 'x'.repeat(101) } }],
])('%s is rejected, and nothing is stored', async (_what, changes) => {
  const id = randomUUID()
  expect((await phone(path(id), { ...begun(), ...changes }, put)).status).toBe(400)
  expect((await phone(path(id))).status).toBe(404)
})

test('an erasure deletes it, and none is stored afterwards', async () => {
  await phone(path(randomUUID()), begun(), put)
  const db = new Kysely<ProgressTables>({ dialect: new PostgresDialect({ pool: owner }) })
  await db.transaction().execute((trx) => eraseLearner(trx, learnerId))
  await phone(path(randomUUID()), begun(), put)
  const { rows } = await owner.query('select * from learner_unfinished_session where learner_id = $1', [
    learnerId,
  ])
  expect(rows).toEqual([])
})

function pair() {
  return { questionId: randomUUID(), answerId: randomUUID() }
}
