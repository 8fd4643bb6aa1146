import { randomUUID } from 'node:crypto'
import type { HistoryEntry, Progress, Question } from '@rehearse/contracts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Call, newLearner } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

const pathId = 'react-mastery'
let question: Question
let call: Call
beforeAll(async () => {
  question = await newQuestion({ category: 'React', learningPath: pathId })
})
beforeEach(async () => {
  call = (await newLearner()).call
  await answer()
})
const answer = async (changes: object = {}) => {
  const { status, body } = await call<{ result: { points: number; attempt: number } }>('/api/progress/save', {
    body: { ...answerTo(question), ...changes },
  })
  expect(status).toBe(200)
  return body.result
}
const progress = async () => (await call<{ progress: Progress }>('/api/progress/get')).body.progress
const reset = (body: object, headers = {}) =>
  call<{ progress: Progress }>('/api/progress/reset', { body, headers })

test('a reset of everything restarts the stats; streak, badges and history stay', async () => {
  const before = await progress()
  expect(before.totalQuestions).toBe(1)
  const { status, body } = await reset({ scope: 'all' })
  expect(status).toBe(200)
  expect(body.progress).toMatchObject({
    totalQuestions: 0,
    correctAnswers: 0,
    timeSpent: 0,
    currentStreak: 1,
  })
  const after = await progress()
  expect(after).toMatchObject({ sectionProgress: [], learningPaths: [], longestStreak: 1 })
  expect(after.achievements.badges).toEqual(before.achievements.badges)
  const badgePoints = before.achievements.badges.reduce((sum, { points }) => sum + points, 0)
  expect(after.achievements.totalPoints).toBe(badgePoints)
  const { body: list } = await call<{ history: HistoryEntry[] }>('/api/progress/history')
  expect(list.history).toHaveLength(1)

  expect(await answer()).toMatchObject({ attempt: 2, points: 8 })
  expect(await progress()).toMatchObject({ totalQuestions: 1, currentStreak: 1 })
})

test('a reset of a path changes nothing else', async () => {
  expect((await progress()).learningPaths.map((path) => path.pathId)).toEqual([pathId])
  await reset({ scope: 'path', id: pathId })
  expect(await progress()).toMatchObject({ learningPaths: [], totalQuestions: 1, correctAnswers: 1 })
})

test('a reset of a section restarts its mastery', async () => {
  expect((await progress()).sectionProgress.map((row) => row.section)).toEqual(['React'])
  await reset({ scope: 'section', id: 'React' })
  expect(await progress()).toMatchObject({ sectionProgress: [], totalQuestions: 1 })
})

test('a reset of the current plan restarts it', async () => {
  await answer({ learningMode: 'guided', planId: 'three-day' })
  expect((await progress()).currentPlan).toMatchObject({ planId: 'three-day', questionsCompleted: 1 })
  await reset({ scope: 'plan', id: 'three-day' })
  expect((await progress()).currentPlan).toMatchObject({
    planId: 'three-day',
    questionsCompleted: 0,
    progress: 0,
  })
})

test('a reset repeated with its id happens once', async () => {
  const resetId = randomUUID()
  await reset({ scope: 'all', resetId })
  await answer()
  expect((await reset({ scope: 'all', resetId })).body.progress.totalQuestions).toBe(1)
})

test("a reset repeated with its key happens once, and the key can't be reused for another reset", async () => {
  const key = { 'idempotency-key': randomUUID() }
  await reset({ scope: 'all' }, key)
  await answer()
  const again = await reset({ scope: 'all' }, key)
  expect(again).toMatchObject({ status: 200, body: { progress: { totalQuestions: 1 } } })
  expect(await reset({ scope: 'path', id: pathId }, key)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  })
  expect((await progress()).learningPaths).toHaveLength(1)
})

test.each<[string, object]>([
  ['no scope', {}],
  ['an unknown scope', { scope: 'world' }],
  ['a path without its id', { scope: 'path' }],
  ['all with an id', { scope: 'all', id: 'x' }],
])('%s is rejected', async (_what, body) => {
  expect((await reset(body)).status).toBe(400)
})
