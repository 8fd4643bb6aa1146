import { randomUUID } from 'node:crypto'
import type { QuestionSnapshot } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Call, caller } from '../testing/caller.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

let service: ProgressService
beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress_selection'), testNats()])
  service = await startProgressService(database, nats.url)
})
afterAll(() => service.close())

let call: Call
let learnerId: string
let learningPath: string
let questions: QuestionSnapshot[]
const ids = () => questions.map(({ questionId }) => questionId)
const next = async (query = '') =>
  (
    await call<{ questionIds: string[]; total: number }>(
      `/api/progress/next?learningPath=${learningPath}${query}`,
    )
  ).body

beforeEach(async () => {
  learnerId = randomUUID()
  call = await caller(service, learnerId)
  learningPath = `path-${randomUUID()}`
  const types = ['multiple-choice', 'multiple-choice', 'multiple-choice', 'open-ended'] as const
  questions = await Promise.all(
    types.map((type) =>
      service.publishQuestion({ learningPath, type, ...(type === 'open-ended' && { options: [] }) }),
    ),
  )
  await expect.poll(async () => (await next()).total).toBe(4)
})

const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1_000).toISOString()
const answer = async (questionId: string | undefined, isCorrect: boolean, answeredAt?: string) => {
  const { status } = await call('/api/progress/save', {
    answerId: randomUUID(),
    questionId,
    selectedOptionIds: [isCorrect ? 'a' : 'b'],
    timeSpent: 5,
    ...(answeredAt && { answeredAt }),
  })
  expect(status).toBe(200)
}

test('selects unseen questions first, then missed ones, and none answered correctly recently', async () => {
  const [missed, correct, ...unseen] = ids()
  await answer(missed, false)
  await answer(correct, true)
  const { questionIds, total } = await next()
  expect(questionIds.slice(0, 2).sort()).toEqual(unseen.sort())
  expect(questionIds.slice(2)).toEqual([missed])
  expect(total).toBe(4)
  expect((await next('&count=1')).questionIds).toHaveLength(1)
})

test('leaves out a correctly answered question for seven days, unless nothing else is left', async () => {
  const [old, recent, later] = ids()
  await answer(old, true, days(7.1))
  await answer(recent, true, days(6.9))
  await answer(later, true, days(1))
  expect((await next('&graded=true')).questionIds).toEqual([old])
  await answer(old, true)
  expect((await next('&graded=true')).questionIds).toEqual([recent, later, old])
})

test('orders unseen questions the same way for the same seed, and differently for another', async () => {
  const orders = await Promise.all(
    Array.from({ length: 8 }, async (_, seed) => (await next(`&seed=${seed}`)).questionIds.join()),
  )
  expect((await next('&seed=0')).questionIds.join()).toBe(orders[0])
  expect(new Set(orders).size).toBeGreaterThan(1)
})

test('leaves out questions that don’t match the filters', async () => {
  expect((await next('&difficulty=advanced')).questionIds).toEqual([])
  expect((await next('&difficulty=medium&category=none')).questionIds).toEqual([])
})

test('lists questions by the last answer, one page at a time', async () => {
  const [missed, correct, ...unseen] = ids()
  await answer(missed, false)
  await answer(correct, false)
  await answer(correct, true)
  const withStatus = async (status: string, query = '') => {
    const { body } = await call<{ questionIds: string[]; pagination: { totalCount: number } }>(
      `/api/progress/questions/by-status?status=${status}&learningPath=${learningPath}${query}`,
    )
    return { questionIds: body.questionIds, total: body.pagination.totalCount }
  }
  expect(await withStatus('missed')).toEqual({ questionIds: [missed], total: 1 })
  expect(await withStatus('correct')).toEqual({ questionIds: [correct], total: 1 })
  expect((await withStatus('unseen')).questionIds.sort()).toEqual(unseen.sort())
  const pages = [await withStatus('unseen', '&pageSize=1'), await withStatus('unseen', '&pageSize=1&page=2')]
  expect(pages.map(({ total }) => total)).toEqual([2, 2])
  expect(pages.flatMap(({ questionIds }) => questionIds).sort()).toEqual(unseen.sort())
  expect(await withStatus('unseen', '&difficulty=advanced')).toEqual({ questionIds: [], total: 0 })
})

test('selects from the topics that the learner practices, unless a path or a category is named', async () => {
  const chosen = await service.publishQuestion({
    category: 'CSS',
    categoryId: 'css',
    learningPath: 'css-practice',
  })
  const free = async () =>
    (await call<{ questionIds: string[]; topics: string[] | null }>('/api/progress/next?count=100')).body
  await expect.poll(async () => (await free()).questionIds.includes(chosen.questionId)).toBe(true)
  expect((await free()).questionIds.length).toBeGreaterThan(1)
  // The default is no choice: practice has all topics.
  for (const [sections, topics] of [
    [['HTML', 'CSS', 'JavaScript', 'React'], null],
    [['CSS'], ['CSS']],
  ] as const) {
    await service.preferTimeZone(learnerId, 'UTC', 75, 'en', { dailyGoal: 10, sections: [...sections] })
    await expect.poll(async () => (await free()).topics).toEqual(topics)
  }
  expect(await free()).toMatchObject({ questionIds: [chosen.questionId], total: 1 })
  expect((await next()).total).toBe(4)
})
