import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { queuedSessions, queueSession, removeSession, sendSessions } from './session-queue.ts'

const uid = 'learner-1'
const session = (sessionId: string, part: object = {}) => ({
  sessionId,
  userId: uid,
  startTime: '2026-11-21T10:00:00.000Z',
  endTime: '2026-11-21T10:05:00.000Z',
  learningMode: 'free-style' as const,
  sections: [],
  difficulty: 'mixed' as const,
  ...part,
})
/** Pretends that tabs hold these sessions. */
const held = (...names: string[]) =>
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: {
      request: (_name: string, work: () => unknown) => work(),
      query: async () => ({ held: names.map((name) => ({ name })) }),
    },
  })
const network = () => {
  const ok = () => ({ success: true })
  return fakeNetwork({
    'POST /api/progress/sessions': ok,
    'PATCH /api/progress/sessions/a': ok,
    'PATCH /api/progress/sessions/b': ok,
  })
}

beforeEach(async () => {
  for (const user of [uid, 'another']) {
    for (const { sessionId } of await queuedSessions(user)) await removeSession(sessionId)
  }
})
afterEach(() => vi.unstubAllGlobals())

test('a running session is reported as begun, once; when its tab is closed, as ended at its last answer', async () => {
  held('rehearse-session-a')
  const calls = network()
  await queueSession(session('a'))
  await sendSessions(uid)
  await queueSession(session('a', { endTime: '2026-11-21T10:09:00.000Z' }))
  await sendSessions(uid)
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/progress/sessions'])
  expect(calls[0]?.body).toEqual({
    sessionId: 'a',
    startTime: '2026-11-21T10:00:00.000Z',
    learningMode: 'free-style',
    sections: [],
    difficulty: 'mixed',
  })
  held()
  await sendSessions(uid)
  expect(calls.at(-1)).toMatchObject({
    method: 'PATCH',
    path: '/api/progress/sessions/a',
    body: { endTime: '2026-11-21T10:09:00.000Z' },
  })
  await sendSessions(uid)
  expect(calls).toHaveLength(2)
})

test('without a network sessions stay queued, and are reported in full later', async () => {
  held()
  await queueSession(session('a'))
  await queueSession(session('b', { userId: 'another' }))
  fakeNetwork({ 'POST /api/progress/sessions': () => errorResponse(503, 'away') })
  await expect(sendSessions(uid)).rejects.toThrow('away')
  const calls = network()
  await sendSessions(uid)
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  expect(await queuedSessions(uid)).toEqual([])
  expect(await queuedSessions('another')).toHaveLength(1)
})

test('a session that will never be accepted does not block the others', async () => {
  held()
  await queueSession(session('a', { startTime: '2001-01-01T00:00:00.000Z' }))
  await queueSession(session('b'))
  const calls = fakeNetwork({
    'POST /api/progress/sessions': ({ body }) =>
      (body as { sessionId: string }).sessionId === 'a'
        ? errorResponse(400, 'Invalid progress data', { code: 'unbelievable_time' })
        : { success: true },
    'PATCH /api/progress/sessions/b': () => ({ success: true }),
  })
  await sendSessions(uid)
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST', 'PATCH'])
  expect(await queuedSessions(uid)).toEqual([])
})
