import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { type Call, fakeNetwork } from '../../testing/fake-network.ts'
import { sampleProgress } from '../../testing/samples.ts'
import { newId } from '../new-id.ts'
import { pendingAnswers, removeAnswers } from './answer-queue.ts'
import {
  addVisitorAnswers,
  discardVisitorAnswers,
  saveVisitorAnswer,
  VISITOR,
  visitorAnswers,
} from './visitor-answers.ts'

const day = 24 * 60 * 60 * 1_000
const answer = (age = 0) => ({
  answerId: newId(),
  userId: VISITOR,
  questionId: newId(),
  selectedOptionIds: ['a'],
  timeSpent: 3,
  answeredAt: new Date(Date.now() - age).toISOString(),
})
const keep = async (age = 0) => {
  const kept = answer(age)
  await saveVisitorAnswer(kept, 'A question', true)
  return kept.answerId
}
const ids = async () => (await visitorAnswers()).map(({ answerId }) => answerId)

beforeEach(async () => {
  for (const owner of [VISITOR, 'new-account'])
    await removeAnswers((await pendingAnswers(owner)).map(({ answerId }) => answerId))
})

test('a visitor’s answers are kept for seven days, at most two hundred of them', async () => {
  await keep(7 * day + 1_000)
  const recent = await keep(7 * day - 60_000)
  expect(await ids()).toEqual([recent])
  let newest = ''
  for (let count = 0; count < 200; count += 1) newest = await keep()
  const kept = await ids()
  expect(kept).toHaveLength(200)
  expect(kept).not.toContain(recent)
  expect(kept.at(-1)).toBe(newest)
})

test('answers added to an account are saved under it with their own ids, and only once', async () => {
  const given = [await keep(), await keep()]
  const calls = fakeNetwork({
    'POST /api/progress/save/batch': ({ body }: Call) => ({
      success: true,
      results: (body as { answers: { answerId: string }[] }).answers.map(({ answerId }) => ({
        answerId,
        status: 'saved',
        result: { isCorrect: true },
      })),
      newBadges: [],
      progress: sampleProgress(),
    }),
  })
  await addVisitorAnswers('new-account')
  await addVisitorAnswers('new-account')
  const sent = calls.flatMap(
    ({ body }) => (body as { answers: { answerId: string; userId: string }[] }).answers,
  )
  expect(sent.map(({ answerId }) => answerId)).toEqual(given)
  expect(new Set(sent.map(({ userId }) => userId))).toEqual(new Set(['new-account']))
  expect(await ids()).toEqual([])
})

test('without a network they stay queued for the account; discarded answers are deleted', async () => {
  const given = await keep()
  fakeNetwork({ 'POST /api/progress/save': () => Response.json({}, { status: 503 }) })
  await expect(addVisitorAnswers('new-account')).rejects.toThrow()
  expect((await pendingAnswers('new-account')).map(({ answerId }) => answerId)).toEqual([given])
  await keep()
  await discardVisitorAnswers()
  expect(await ids()).toEqual([])
})
