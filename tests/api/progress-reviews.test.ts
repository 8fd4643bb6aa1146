import { randomUUID } from 'node:crypto'
import type { Flashcard, ProgressSummary, Question } from '@rehearse/contracts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Call, newLearner } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

let question: Question
let call: Call
beforeAll(async () => {
  question = await newQuestion()
})
beforeEach(async () => {
  call = (await newLearner()).call
})

interface Reviews {
  reviews: Flashcard[]
  forecast: { date: string; due: number }[]
  pagination: { totalCount: number }
}
const due = async () => (await call<Reviews>('/api/progress/reviews')).body
const review = (body: object, questionId = question.id) =>
  call<{ review: Flashcard; progress: ProgressSummary }>(`/api/progress/reviews/${questionId}`, { body })
const answer = (right: boolean) =>
  vi.waitFor(async () =>
    expect((await call('/api/progress/save', { body: answerTo(question, { right }) })).status).toBe(200),
  )

test("an incorrectly answered question is due, and after a good review it isn't", async () => {
  expect(await due()).toMatchObject({ reviews: [], pagination: { totalCount: 0 } })
  await answer(false)
  const { reviews, forecast } = await due()
  expect(reviews).toMatchObject([{ questionId: question.id, title: question.title, reps: 1 }])
  expect(reviews[0]?.ratings.map(({ rating }) => rating)).toEqual([1, 2, 3, 4])
  expect(forecast[0]?.due).toBe(1)

  const { status, body } = await review({ reviewId: randomUUID(), rating: 4 })
  expect(status).toBe(200)
  expect(body.review.reps).toBe(2)
  expect(body.progress).toMatchObject({ totalQuestions: 1, correctAnswers: 0, currentStreak: 1 })
  expect((await due()).reviews).toEqual([])
})

test('a question answered correctly at once is due again after days', async () => {
  await answer(true)
  const { reviews, forecast } = await due()
  expect(reviews).toEqual([])
  expect(forecast.reduce((sum, day) => sum + day.due, 0)).toBe(1)
})

test("a review sent twice counts once; its id can't be used for another question", async () => {
  const body = { reviewId: randomUUID(), rating: 2 }
  await answer(false)
  const [first, second] = [await review(body), await review(body)]
  expect(second.body.review.reps).toBe(first.body.review.reps)
  const other = await newQuestion()
  await vi.waitFor(async () => expect((await review(body, other.id)).status).toBe(409))
})

test.each<[string, object]>([
  ['no rating', { reviewId: randomUUID() }],
  ['a rating of 0', { reviewId: randomUUID(), rating: 0 }],
  ['no id', { rating: 3 }],
  ['a time far in the future', { reviewId: randomUUID(), rating: 3, reviewedAt: '2090-01-01T00:00:00Z' }],
])('a review with %s is rejected', async (_what, body) => {
  expect((await review(body)).status).toBe(400)
})
