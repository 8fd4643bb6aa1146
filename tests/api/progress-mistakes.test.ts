import { randomUUID } from 'node:crypto'
import type { Mistake, Question } from '@rehearse/contracts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Call, newLearner, superAdmin } from '../support/client.ts'
import { answerTo, newQuestion, saveAnswer } from '../support/questions.ts'

interface Mistakes {
  mistakes: Mistake[]
  totalCount: number
  next: string | null
}
let questions: Question[]
let call: Call
beforeAll(async () => {
  questions = await Promise.all([1, 2, 3].map(() => newQuestion()))
  // Progress receives the questions a moment later.
  const { call } = await newLearner()
  for (const question of questions) await saveAnswer(call, question)
})
beforeEach(async () => {
  call = (await newLearner()).call
})

const read = async (query = '') => (await call<Mistakes>(`/api/progress/mistakes${query}`)).body
const ids = ({ mistakes }: Mistakes) => mistakes.map(({ questionId }) => questionId)
/** An answer given this many minutes ago. */
const given = (question: Question, right: boolean, minutesAgo: number) => ({
  ...answerTo(question, { right }),
  answeredAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
})
async function save(...answers: object[]): Promise<void> {
  const { status, body } = await call<{ results: { status: string }[] }>('/api/progress/save/batch', {
    body: { answers },
  })
  expect(status).toBe(200)
  expect(body.results.every((row) => row.status === 'saved')).toBe(true)
}

test('a question is a mistake while its last answer is incorrect, however long ago', async () => {
  const [first, second, third] = questions as [Question, Question, Question]
  expect(await read()).toMatchObject({ mistakes: [], totalCount: 0, next: null })
  const since = Array.from({ length: 250 }, (_, minute) => given(third, true, 300 - minute))
  await save(given(second, false, 900), given(first, false, 1_000), ...since)
  const mistakes = await read()
  expect(ids(mistakes)).toEqual([first.id, second.id])
  expect(mistakes).toMatchObject({
    mistakes: [{ title: first.title, category: 'JavaScript', difficulty: 'intermediate' }, {}],
    totalCount: 2,
    next: null,
  })
  await save(given(first, true, 5))
  expect(ids(await read())).toEqual([second.id])
  await save(given(first, false, 1))
  expect(ids(await read())).toEqual([second.id, first.id])
})

test("a late answer doesn't override a later one", async () => {
  const [first, second] = questions as [Question, Question]
  await save(given(first, true, 10), given(second, false, 10))
  await save(given(first, false, 20), given(second, true, 20))
  expect(ids(await read())).toEqual([second.id])
})

test('a long list can be paged while some of it is corrected', async () => {
  const [first, second, third] = questions as [Question, Question, Question]
  await save(given(first, false, 30), given(second, false, 20), given(third, false, 10))
  const begin = await read('?pageSize=1')
  expect(ids(begin)).toEqual([first.id])
  expect(begin.totalCount).toBe(3)
  await save(given(first, true, 5))
  const next = await read(`?pageSize=1&after=${begin.next}`)
  expect(ids(next)).toEqual([second.id])
  const last = await read(`?pageSize=1&after=${next.next}`)
  expect([ids(last), last.next]).toEqual([[third.id], null])
  for (const after of [
    'x',
    `${'a'.repeat(24)}_${randomUUID()}`,
    `2026-11-22T00:00:00.000Z_${'a'.repeat(36)}`,
  ]) {
    expect((await call(`/api/progress/mistakes?after=${after}`)).status).toBe(400)
  }
})

test("a full reset clears mistakes, and a deleted question isn't one", async () => {
  const [first] = questions as [Question]
  const gone = await newQuestion()
  await saveAnswer(call, gone, { right: false })
  await save(given(first, false, 10))
  expect((await read()).totalCount).toBe(2)
  const asAdmin = await superAdmin()
  await asAdmin(`/api/questions/unified/${gone.id}`, { method: 'DELETE' })
  await vi.waitUntil(async () => (await read()).totalCount === 1, { interval: 100 })
  expect(ids(await read())).toEqual([first.id])
  await call('/api/progress/reset', { body: { scope: 'all' } })
  expect(await read()).toMatchObject({ mistakes: [], totalCount: 0 })
})

test('mistakes are private', async () => {
  const [first] = questions as [Question]
  await save(given(first, false, 10))
  const other = await newLearner()
  expect((await other.call<Mistakes>('/api/progress/mistakes')).body.totalCount).toBe(0)
})
