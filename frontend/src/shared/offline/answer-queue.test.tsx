import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type PropsWithChildren } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { sampleProgress } from '../../testing/samples.ts'
import { pendingAnswers, queueAnswer, removeAnswers, sendAnswers, useQueueCounts } from './answer-queue.ts'
import type { PendingAnswer } from './offline-database.ts'
import { useSendAnswers } from './use-sync.ts'

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
const answer = (answerId: string, part: Partial<PendingAnswer> = {}): PendingAnswer => ({
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
  results: (body as { answers: PendingAnswer[] }).answers.map(({ answerId }) => ({
    answerId,
    ...(answerId.startsWith('bad') ? { status: 'refused', error: 'No' } : { status: 'saved', result }),
  })),
  newBadges: [],
  progress: sampleProgress(),
})
const save = () => ({ success: true, result, progress: sampleProgress(), newBadges: [] })
const ids = ({ body }: Call) => (body as { answers: PendingAnswer[] }).answers.map(({ answerId }) => answerId)

beforeEach(async () => {
  for (const user of [uid, 'another'])
    await removeAnswers((await pendingAnswers(user)).map((one) => one.answerId))
})

test('queued answers are sent in order, once, and only for their own learner', async () => {
  for (const id of ['c', 'a', 'b', 'a']) await queueAnswer(answer(id))
  await queueAnswer(answer('theirs', { userId: 'another' }))
  const calls = fakeNetwork({ 'POST /api/progress/save/batch': batch })
  const { results } = await sendAnswers(uid)
  expect(calls.map(ids)).toEqual([['c', 'a', 'b']])
  expect([...results.keys()]).toEqual(['c', 'a', 'b'])
  expect(await pendingAnswers(uid)).toEqual([])
  expect(await pendingAnswers('another')).toHaveLength(1)
  await sendAnswers(uid)
  expect(calls).toHaveLength(1)
})

test('pages that were read before the queued answers were sent are read again, once', async () => {
  await queueAnswer(answer('late'))
  fakeNetwork({ 'POST /api/progress/save': save })
  const queries = new QueryClient()
  queries.setQueryData(['progress', uid], sampleProgress())
  const reads: string[] = []
  const show = (...queryKey: string[]) => {
    const queryFn = async () => reads.push(queryKey[0] ?? '')
    return new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined)
  }
  const ends = [show('progress', uid, 'course', 'path'), show('dashboard', uid)]
  await vi.waitUntil(() => queries.isFetching() === 0)
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queries, children })
  const { result: send } = renderHook(() => useSendAnswers(uid), { wrapper })
  await send.current()
  await vi.waitUntil(() => queries.isFetching() === 0)
  expect(reads.slice(2)).toEqual(['progress', 'dashboard'])
  for (const end of ends) end()
})

test('a single answer is sent alone; if just given, the server dates it', async () => {
  await queueAnswer(answer('now', { answeredAt: new Date().toISOString() }))
  const calls = fakeNetwork({ 'POST /api/progress/save': save })
  await sendAnswers(uid)
  expect(calls[0]?.body).toMatchObject({ answerId: 'now', userId: uid })
  expect(calls[0]?.body).not.toHaveProperty('answeredAt')
})

test('nothing is lost while the server is unavailable or the session is over', async () => {
  await queueAnswer(answer('kept'))
  fakeNetwork({ 'POST /api/progress/save': () => errorResponse(503, 'away') })
  await expect(sendAnswers(uid)).rejects.toThrow('away')
  expect(await pendingAnswers(uid)).toHaveLength(1)
  fakeNetwork({ 'POST /api/progress/save': () => errorResponse(401, 'Authentication required') })
  await expect(sendAnswers(uid)).rejects.toThrow('Authentication required')
  expect(await pendingAnswers(uid)).toHaveLength(1)
  expect(useQueueCounts.getState().waiting).toBe(1)
})

test('the result is reported before the answer is removed from the queue', async () => {
  await queueAnswer(answer('told'), 'Four timers')
  fakeNetwork({ 'POST /api/progress/save': save })
  let waitingThen: Promise<PendingAnswer[]> | undefined
  await sendAnswers(uid, ({ results }) => {
    if (results.has('told')) waitingThen ??= pendingAnswers(uid)
  })
  expect(await waitingThen).toHaveLength(1)
  expect(await pendingAnswers(uid)).toEqual([])
})

test('two concurrent sends send nothing twice', async () => {
  await queueAnswer(answer('one'))
  await queueAnswer(answer('two'))
  const calls = fakeNetwork({ 'POST /api/progress/save/batch': batch })
  await Promise.all([sendAnswers(uid), sendAnswers(uid)])
  expect(calls.map(ids)).toEqual([['one', 'two']])
})

test('a rejected answer does not block the others, and is not sent again', async () => {
  for (const id of ['good', 'bad']) await queueAnswer(answer(id))
  fakeNetwork({
    'POST /api/progress/save/batch': batch,
    'POST /api/progress/save': () => errorResponse(404, 'Question not found'),
  })
  const { results, refused } = await sendAnswers(uid)
  expect([...results.keys()]).toEqual(['good'])
  expect([...refused.keys()]).toEqual(['bad'])
  expect(await pendingAnswers(uid)).toEqual([])
})

test('answers of a device with a wrong clock count as of now', async () => {
  await queueAnswer(answer('past', { answeredAt: '2001-01-01T00:00:00.000Z' }))
  const calls = fakeNetwork({
    'POST /api/progress/save': ({ body }) =>
      (body as PendingAnswer).answeredAt
        ? errorResponse(400, 'Invalid progress data', { code: 'unbelievable_time' })
        : save(),
  })
  const { results } = await sendAnswers(uid)
  expect([...results.keys()]).toEqual(['past'])
  expect(calls).toHaveLength(2)
})

describe('over the rate limit', () => {
  /**
   * A server that accepts a limited number of answers per minute: a call counts on arrival, its answers all together or not at all.
   */
  function limitedServer(limit: number) {
    const taken: string[] = []
    let left = limit
    const tooMany = () =>
      Response.json(
        { success: false, error: 'Too many requests, please try again later', code: 'too_many_requests' },
        { status: 429, headers: { 'ratelimit-remaining': String(left), 'retry-after': '42' } },
      )
    const take = (count: number) => {
      if (left === 0) return false
      left -= 1
      if (count - 1 > left) return false
      left -= count - 1
      return true
    }
    const calls = fakeNetwork({
      'POST /api/progress/save/batch': (call) => {
        if (!take(ids(call).length)) return tooMany()
        taken.push(...ids(call).filter((id) => !id.startsWith('bad')))
        return batch(call)
      },
      'POST /api/progress/save': ({ body }) => {
        if (!take(1)) return tooMany()
        const { answerId } = body as PendingAnswer
        if (answerId.startsWith('bad')) return errorResponse(404, 'Question not found')
        taken.push(answerId)
        return save()
      },
    })
    return {
      taken,
      calls,
      aMinuteLater: () => {
        vi.setSystemTime(Date.now() + 43_000)
        left = limit
      },
    }
  }
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:00Z') }))
  afterEach(() => vi.useRealTimers())
  const names = (count: number) => Array.from({ length: count }, (_, index) => `answer ${index}`)

  test('what fits is sent, the rest waits until the time the server names; each is saved once', async () => {
    const server = limitedServer(8)
    for (const id of names(12)) await queueAnswer(answer(id, { userId: 'busy' }))
    await expect(sendAnswers('busy')).rejects.toThrow('Too many requests')
    expect(server.taken).toEqual(names(7))
    expect(await pendingAnswers('busy')).toHaveLength(5)
    const calls = server.calls.length
    await expect(sendAnswers('busy')).rejects.toThrow('Too many requests')
    expect(server.calls).toHaveLength(calls)
    server.aMinuteLater()
    await sendAnswers('busy')
    expect(server.taken).toEqual(names(12))
    expect(await pendingAnswers('busy')).toEqual([])
  })

  test('results are stored even if the limit cuts off the rest', async () => {
    const server = limitedServer(4)
    for (const id of ['good', 'bad', 'bad as well']) await queueAnswer(answer(id, { userId: 'refused' }))
    await expect(sendAnswers('refused')).rejects.toThrow('Too many requests')
    expect((await pendingAnswers('refused')).map(({ answerId }) => answerId)).toEqual(['bad as well'])
    server.aMinuteLater()
    const { refused } = await sendAnswers('refused')
    expect([...refused.keys()]).toEqual(['bad as well'])
    expect(server.taken).toEqual(['good'])
    expect(await pendingAnswers('refused')).toEqual([])
  })
})
