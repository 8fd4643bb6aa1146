import { randomUUID } from 'node:crypto'
import type { ExplanationEntry, ItemVersionStatistics, Notice, Progress, Question } from '@rehearse/contracts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Call, newLearner, superAdmin } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

let asAdmin: Call
let question: Question
let learner: { uid: string; call: Call }
beforeAll(async () => {
  asAdmin = await superAdmin()
})
beforeEach(async () => {
  question = await newQuestion()
  learner = await newLearner()
})

const answer = (right: boolean) =>
  vi.waitFor(async () =>
    expect((await learner.call('/api/progress/save', { body: answerTo(question, { right }) })).status).toBe(
      200,
    ),
  )
const progress = async () => (await learner.call<{ progress: Progress }>('/api/progress/get')).body.progress

test('a key correction is previewed, then applied, and the learner is notified', async () => {
  await answer(false)
  const before = await progress()
  expect(before.correctAnswers).toBe(0)
  const options = question.options.map((option) => ({ ...option, isCorrect: !option.isCorrect }))
  const { status } = await asAdmin(`/api/questions/unified/${question.id}`, {
    method: 'PUT',
    body: { options },
  })
  expect(status).toBe(200)

  interface Outcome {
    status: string
    keyVersion: number
    changes: { answers: number; learners: number; points: number; badges: number }
  }
  const regrade = (dryRun: boolean) =>
    asAdmin<Outcome>(`/api/admin/progress/questions/${question.id}/regrade`, {
      body: { version: question.version, dryRun },
    })
  await vi.waitFor(async () => expect((await regrade(true)).body.keyVersion).toBe(2))
  const planned = (await regrade(true)).body
  expect(planned).toMatchObject({ status: 'planned', changes: { answers: 1, learners: 1 } })
  expect(planned.changes.points).toBeGreaterThanOrEqual(10)
  expect((await progress()).correctAnswers).toBe(0)

  expect((await regrade(false)).body).toMatchObject({ status: 'done', changes: planned.changes })
  expect(await progress()).toMatchObject({
    correctAnswers: 1,
    accuracy: 100,
    currentStreak: 1,
    achievements: { totalPoints: before.achievements.totalPoints + planned.changes.points },
  })
  const { body } = await learner.call<{ notices: Notice[] }>('/api/progress/notices')
  expect(body.notices).toMatchObject([
    { questionId: question.id, wasCorrect: false, isCorrect: true, points: 10 },
  ])
  expect((await regrade(false)).body.changes).toEqual(planned.changes)
})

test('question statistics report their n, and no percentages while n is small', async () => {
  await answer(true)
  const { status, body } = await asAdmin<{ versions: ItemVersionStatistics[] }>(
    `/api/admin/progress/questions/${question.id}/statistics`,
  )
  expect(status).toBe(200)
  expect(body.versions).toEqual([
    {
      version: 1,
      versions: [1],
      n: 1,
      facility: null,
      discrimination: null,
      picks: null,
      responses: null,
      medianTime: null,
      isWorse: false,
    },
  ])
})

test('an admin sees a learner as of any moment, with their events', async () => {
  const before = new Date().toISOString()
  await answer(true)
  const seen = (query = '') =>
    asAdmin<{ progress: Progress; events: number }>(`/api/admin/progress/learners/${learner.uid}${query}`)
  expect((await seen(`?asOf=${before}`)).body).toMatchObject({ events: 0, progress: { totalQuestions: 0 } })
  expect((await seen()).body.progress).toMatchObject({ totalQuestions: 1, correctAnswers: 1 })
  expect((await seen('?asOf=yesterday')).status).toBe(400)
  const { body } = await asAdmin<{ events: { type: string; data: { questionId?: string } }[] }>(
    `/api/admin/progress/learners/${learner.uid}/events`,
  )
  expect(body.events.at(-1)).toMatchObject({ type: 'AnswerSubmitted', data: { questionId: question.id } })
})

test('the overview counts an answer and its learner', async () => {
  interface Overview {
    totals: { learners: number; answers: number }
    days: { date: string; activeLearners: number }[]
  }
  const overview = async () => (await asAdmin<Overview>('/api/admin/progress/overview')).body
  const before = await overview()
  await answer(true)
  const after = await overview()
  expect(after.totals.learners).toBeGreaterThan(before.totals.learners)
  expect(after.totals.answers).toBeGreaterThan(before.totals.answers)
  expect(after.days).toHaveLength(30)
  expect(after.days.at(-1)?.activeLearners).toBeGreaterThan(0)
})

test('points are explained by events that sum to them', async () => {
  await answer(true)
  await answer(false)
  const { totalPoints } = (await progress()).achievements
  const { status, body } = await learner.call<{ value: number; entries: ExplanationEntry[] }>(
    '/api/progress/explain/points?pageSize=100',
  )
  expect(status).toBe(200)
  expect(body.value).toBe(totalPoints)
  expect(body.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalPoints)
  expect(body.entries.find(({ type }) => type === 'AnswerSubmitted')).toMatchObject({
    amount: 10,
    timeZone: 'Europe/Berlin',
    title: question.title,
  })
})

test('learners can read none of it, and no one can write answers for them', async () => {
  for (const path of ['overview', `learners/${learner.uid}`, `questions/${question.id}/statistics`]) {
    expect((await learner.call(`/api/admin/progress/${path}`)).status).toBe(403)
  }
  const { status } = await asAdmin(`/api/progress/reviews/${question.id}`, {
    body: { reviewId: randomUUID(), rating: 3 },
  })
  expect(status).toBe(403)
})
