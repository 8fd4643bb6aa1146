import { randomUUID } from 'node:crypto'
import type {
  CalibrationBin,
  ContradictedLabel,
  QuestionSnapshot,
  SelectionReason,
} from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

let service: ProgressService
let owner: pg.Client
/** Ten of each difficulty. */
let questions: QuestionSnapshot[]
beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress_adaptive'), testNats()])
  service = await startProgressService(database, nats.url)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  questions = await Promise.all(
    (['beginner', 'intermediate', 'advanced'] as const).flatMap((difficulty) =>
      Array.from({ length: 10 }, (_, at) =>
        service.publishQuestion({ difficulty, category: at % 2 === 0 ? 'CSS' : 'HTML' }),
      ),
    ),
  )
})
afterAll(async () => {
  await owner.end()
  await service.close()
})

let learnerId: string
let call: Call
beforeEach(async () => {
  learnerId = randomUUID()
  call = await caller(service, learnerId)
  await expect.poll(async () => (await next()).total, { timeout: 60_000 }).toBe(30)
})

interface Next {
  questionIds: string[]
  total: number
  adaptive?: { wanted: number; reasons: SelectionReason[] }
}
const next = async (query = '') => (await call<Next>(`/api/progress/next?count=10${query}`)).body
const answer = async (question: QuestionSnapshot | undefined, isCorrect: boolean) => {
  const { status } = await call('/api/progress/save', {
    answerId: randomUUID(),
    questionId: question?.questionId,
    selectedOptionIds: [isCorrect ? 'a' : 'b'],
    timeSpent: 3,
  })
  expect(status).toBe(200)
}
const counted = async () => {
  const { rows } = await owner.query(
    'select coalesce(sum(n), 0)::int as n from item_ability where respondent = $1',
    [learnerId],
  )
  return rows[0].n
}
const soon = { timeout: 60_000 }

test('adapts from ten graded answers on, and says the chance, its basis and the number of answers', async () => {
  for (const question of questions.slice(0, 9)) await answer(question, true)
  await expect.poll(counted, soon).toBe(9)
  expect((await next('&mode=adaptive')).adaptive).toBeUndefined()
  await answer(questions[9], true)
  await expect.poll(counted, soon).toBe(10)
  expect((await next()).adaptive).toBeUndefined()
  const { questionIds, total, adaptive } = await next('&mode=adaptive')
  // Those answered correctly are left out for seven days.
  expect(total).toBe(20)
  expect(questionIds).toHaveLength(10)
  expect(
    questionIds.filter((id) => questions.slice(0, 10).some(({ questionId }) => questionId === id)),
  ).toEqual([])
  expect(adaptive?.wanted).toBe(0.8)
  expect(adaptive?.reasons.map(({ questionId }) => questionId)).toEqual(questionIds)
  for (const { basis, n, chance } of adaptive?.reasons ?? []) {
    expect({ basis, n }).toEqual({ basis: 'label', n: 0 })
    expect(chance).toBeGreaterThan(0.2)
  }
})

test('asks easier questions after incorrect answers, and follows the wanted chance', async () => {
  for (const question of questions.slice(10, 20)) await answer(question, false)
  await expect.poll(counted, soon).toBe(10)
  const easy = new Set(questions.slice(0, 10).map(({ questionId }) => questionId))
  const { adaptive, questionIds } = await next('&mode=adaptive')
  expect(questionIds.filter((id) => easy.has(id)).length).toBeGreaterThan(7)
  expect(adaptive?.wanted).toBe(0.8)
  await service.preferTimeZone(learnerId, 'UTC', 60)
  await expect.poll(async () => (await next('&mode=adaptive')).adaptive?.wanted, soon).toBe(0.6)
})

test('reports measured questions with their number of answers', async () => {
  const [question] = questions
  await owner.query(
    `insert into item_difficulty values ($1, 1, 'CSS', -1, 0.3, 30, -1, 1)
     on conflict (question_id, version, topic) do update set n = 30`,
    [question?.questionId],
  )
  for (const other of questions.slice(20)) await answer(other, false)
  await expect.poll(counted, soon).toBe(10)
  const { adaptive } = (await call<Next>('/api/progress/next?count=30&mode=adaptive')).body
  expect(adaptive?.reasons.find(({ questionId }) => questionId === question?.questionId)).toMatchObject({
    basis: 'measured',
    n: 30,
  })
})

test('calibration compares predictions with answers, and lists labels that the answers contradict', async () => {
  await owner.query(`
    insert into topic_fit values ('made up', 69, 69, 1, null);
    insert into item_prediction
    select 'made up', 1000000 + at, gen_random_uuid(), gen_random_uuid(), 1, 'r' || at,
      case when at <= 40 then 0.75 else 0.02 end, at <= 30
    from generate_series(1, 69) as at`)
  const [easy, hard, rare] = [questions[1], questions[25], questions[2]]
  for (const [question, n] of [
    [easy, 30],
    [rare, 29],
  ] as const) {
    await owner.query(`insert into item_difficulty values ($1, 1, 'made up', 1.5, 0.3, $2, -1, 1)`, [
      question?.questionId,
      n,
    ])
  }
  await owner.query(`insert into item_difficulty values ($1, 1, 'made up', 1.5, 0.3, 50, 1, 1)`, [
    hard?.questionId,
  ])
  const admin = await caller(service, randomUUID(), 'admin')
  const { body } = await admin<{
    predictions: number
    brier: number
    brierOfConstant: number
    bins: CalibrationBin[]
    contradictions: ContradictedLabel[]
    questions: { measured: number; total: number }
  }>('/api/admin/progress/calibration')
  expect(body.predictions).toBeGreaterThanOrEqual(69)
  expect(body.brier).toBeLessThan(body.brierOfConstant)
  const made = body.bins.find(({ from }) => from === 0.7)
  expect(made?.n).toBeGreaterThanOrEqual(40)
  expect(made?.predicted).toBeCloseTo(0.75, 1)
  const few = body.bins.filter(({ n }) => n > 0 && n < 30)
  expect(few.length).toBeGreaterThan(0)
  for (const bin of few) expect(bin).toMatchObject({ predicted: null, observed: null })
  expect(body.contradictions.map(({ questionId }) => questionId)).toEqual([easy?.questionId])
  expect(body.contradictions[0]).toMatchObject({ label: 'beginner', measured: 'advanced', n: 30 })
  expect(body.questions.total).toBe(30)
})
