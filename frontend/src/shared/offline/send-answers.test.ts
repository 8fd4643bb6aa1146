import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { type Call, fakeNetwork, refusal } from '../../testing/fake-network.ts'
import { sampleProgress } from '../../testing/samples.ts'
import { forgetAnswers, keepAnswer, keptAnswers, useKeptAnswers } from './kept-answers.ts'
import type { KeptAnswer } from './offline-database.ts'
import { sendAnswers } from './send-answers.ts'

const uid = 'learner-1'
const result = {
  isCorrect: true,
  correctOptionIds: ['a'],
  explanation: '',
  optionFeedback: [],
  points: 10,
  questionVersion: 1,
  graded: 'server',
  attempt: 1,
}
const answer = (answerId: string, part: Partial<KeptAnswer> = {}): KeptAnswer => ({
  answerId,
  userId: uid,
  questionId: `question-of-${answerId}`,
  selectedOptionIds: ['a'],
  timeSpent: 3,
  answeredAt: '2026-11-21T10:00:00.000Z',
  ...part,
})
const batch = ({ body }: Call) => ({
  success: true,
  results: (body as { answers: KeptAnswer[] }).answers.map(({ answerId }) => ({
    answerId,
    ...(answerId === 'bad' ? { status: 'refused', error: 'No' } : { status: 'saved', result }),
  })),
  newBadges: [],
  progress: sampleProgress(),
})
const save = () => ({ success: true, result, progress: sampleProgress() })
const ids = ({ body }: Call) => (body as { answers: KeptAnswer[] }).answers.map(({ answerId }) => answerId)

beforeEach(async () => {
  for (const user of [uid, 'another'])
    await forgetAnswers((await keptAnswers(user)).map((one) => one.answerId))
})

test('what waits is sent in the order in which it was given, once, and only its own learner’s', async () => {
  for (const id of ['c', 'a', 'b', 'a']) await keepAnswer(answer(id))
  await keepAnswer(answer('theirs', { userId: 'another' }))
  const calls = fakeNetwork({ 'POST /api/progress/save/batch': batch })
  const { results } = await sendAnswers(uid)
  expect(calls.map(ids)).toEqual([['c', 'a', 'b']])
  expect([...results.keys()]).toEqual(['c', 'a', 'b'])
  expect(await keptAnswers(uid)).toEqual([])
  expect(await keptAnswers('another')).toHaveLength(1)
  await sendAnswers(uid)
  expect(calls).toHaveLength(1)
})

test('one by itself is saved by itself; given just now, it is dated by the server', async () => {
  await keepAnswer(answer('now', { answeredAt: new Date().toISOString() }))
  const calls = fakeNetwork({ 'POST /api/progress/save': save })
  await sendAnswers(uid)
  expect(calls[0]?.body).toMatchObject({ answerId: 'now', userId: uid })
  expect(calls[0]?.body).not.toHaveProperty('answeredAt')
})

test('nothing is lost while the server is away, or the session is over', async () => {
  await keepAnswer(answer('kept'))
  fakeNetwork({ 'POST /api/progress/save': () => refusal(503, 'away') })
  await expect(sendAnswers(uid)).rejects.toThrow('away')
  expect(await keptAnswers(uid)).toHaveLength(1)
  fakeNetwork({ 'POST /api/progress/save': () => refusal(401, 'Authentication required') })
  await expect(sendAnswers(uid)).rejects.toThrow('Authentication required')
  expect(await keptAnswers(uid)).toHaveLength(1)
  expect(useKeptAnswers.getState().waiting).toBe(1)
})

test('who waits for a result is told before it is noted down that the answer waits no longer', async () => {
  await keepAnswer(answer('told'), 'Four timers')
  fakeNetwork({ 'POST /api/progress/save': save })
  let waitingThen: Promise<KeptAnswer[]> | undefined
  await sendAnswers(uid, ({ results }) => {
    if (results.has('told')) waitingThen ??= keptAnswers(uid)
  })
  expect(await waitingThen).toHaveLength(1)
  expect(await keptAnswers(uid)).toEqual([])
})

test('two that send at once send nothing twice', async () => {
  await keepAnswer(answer('one'))
  await keepAnswer(answer('two'))
  const calls = fakeNetwork({ 'POST /api/progress/save/batch': batch })
  await Promise.all([sendAnswers(uid), sendAnswers(uid)])
  expect(calls.map(ids)).toEqual([['one', 'two']])
})

test('a row that is refused holds up no other, and waits no longer', async () => {
  for (const id of ['good', 'bad']) await keepAnswer(answer(id))
  fakeNetwork({
    'POST /api/progress/save/batch': batch,
    'POST /api/progress/save': () => refusal(404, 'Question not found'),
  })
  const { results, refused } = await sendAnswers(uid)
  expect([...results.keys()]).toEqual(['good'])
  expect([...refused.keys()]).toEqual(['bad'])
  expect(await keptAnswers(uid)).toEqual([])
})

test('of a device whose clock is wrong they count as of now', async () => {
  await keepAnswer(answer('past', { answeredAt: '2001-01-01T00:00:00.000Z' }))
  const calls = fakeNetwork({
    'POST /api/progress/save': ({ body }) =>
      (body as KeptAnswer).answeredAt
        ? refusal(400, 'Invalid progress data', { code: 'unbelievable_time' })
        : save(),
  })
  const { results } = await sendAnswers(uid)
  expect([...results.keys()]).toEqual(['past'])
  expect(calls).toHaveLength(2)
})
