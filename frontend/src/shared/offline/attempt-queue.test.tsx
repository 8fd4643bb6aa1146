import type { ChallengeAttemptInput } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { queuedAttempts, sendAttempt, sendAttempts } from './attempt-queue.ts'

const attempt = (attemptId: string, javascript = 'code'): ChallengeAttemptInput => ({
  attemptId,
  challengeId: 'debounce',
  code: { javascript },
  files: [],
  results: [],
  score: 1,
  maxScore: 1,
  completed: true,
  timeSpent: 1,
})
const saved = { success: true, progressId: 'x', result: {}, progress: sampleProgress() }
const ids = (calls: readonly Call[]) => calls.map(({ body }) => (body as ChallengeAttemptInput).attemptId)

test('attempts that the server can’t take stay on this device, and are sent in order later', async () => {
  fakeNetwork({ 'POST /api/progress/challenges': () => errorResponse(503, 'away') })
  for (const id of ['one', 'two']) await expect(sendAttempt(attempt(id))).rejects.toThrow()
  expect(queuedAttempts().map(({ attemptId }) => attemptId)).toEqual(['one', 'two'])
  const calls = fakeNetwork({ 'POST /api/progress/challenges': () => saved })
  await sendAttempts(learner.uid)
  expect(ids(calls)).toEqual(['one', 'two'])
  expect(queuedAttempts()).toEqual([])
})

test('a rejected attempt leaves the queue, and the next one is sent', async () => {
  fakeNetwork({ 'POST /api/progress/challenges': () => errorResponse(503, 'away') })
  for (const id of ['bad', 'good']) await expect(sendAttempt(attempt(id))).rejects.toThrow()
  const calls = fakeNetwork({
    'POST /api/progress/challenges': ({ body }) =>
      (body as ChallengeAttemptInput).attemptId === 'bad' ? errorResponse(400, 'No') : saved,
  })
  await sendAttempts(learner.uid)
  expect(ids(calls)).toEqual(['bad', 'good'])
  expect(queuedAttempts()).toEqual([])
})

test('too much code leaves the older attempts without theirs, and none is dropped', async () => {
  fakeNetwork({ 'POST /api/progress/challenges': () => errorResponse(503, 'away') })
  for (const id of ['one', 'two', 'three'])
    await expect(sendAttempt(attempt(id, 'x'.repeat(400_000)))).rejects.toThrow()
  const queue = queuedAttempts()
  expect(queue.map(({ attemptId }) => attemptId)).toEqual(['one', 'two', 'three'])
  expect(queue.map(({ code }) => code?.javascript?.length ?? 0)).toEqual([0, 400_000, 400_000])
})
