import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_GAP } from '../../shared/constants.ts'
import { queuedSessions, removeSession } from '../../shared/offline/session-queue.ts'
import { addAnswerToSession, startPracticeSession } from './practice-session.ts'
import type { SessionSettings } from './session-settings.ts'

const uid = 'learner-1'
interface Call {
  method: string
  path: string
  body: unknown
}
const free: SessionSettings = {
  mode: 'free',
  filters: { difficulty: 'advanced' },
  planId: null,
  questionId: null,
  listId: null,
  stepId: null,
}
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** Leaves and reports the session, so that no work outlives its test. */
async function leave(end: () => void): Promise<void> {
  end()
  await vi.waitUntil(async () => (await queuedSessions(uid)).length === 0, 20_000)
}

let calls: Call[]
beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ method: init.method ?? 'GET', path, body: JSON.parse(String(init.body)) })
    return Response.json({ success: true })
  })
  calls = []
  for (const { sessionId } of await queuedSessions(uid)) await removeSession(sessionId)
})
afterEach(() => vi.unstubAllGlobals())

test('a session exists from its first answer on, and ends with its last', async () => {
  const end = startPracticeSession(uid, free)
  expect(await queuedSessions(uid)).toEqual([])
  const first = await addAnswerToSession(uid, later(1_000))
  const last = later(60_000)
  expect(await addAnswerToSession(uid, last)).toBe(first)
  expect(await queuedSessions(uid)).toMatchObject([
    { sessionId: first, endTime: last, learningMode: 'free-style', difficulty: 'advanced', told: false },
  ])
  await leave(end)
  expect(calls).toMatchObject([
    { method: 'POST', path: '/api/progress/sessions', body: { sessionId: first } },
    { method: 'PATCH', path: `/api/progress/sessions/${first}`, body: { endTime: last } },
  ])
})

test('after half an hour without an answer a new session starts', async () => {
  const end = startPracticeSession(uid, {
    mode: 'guided',
    filters: {},
    planId: 'three-day',
    questionId: null,
    listId: null,
    stepId: null,
  })
  const first = await addAnswerToSession(uid, later(1_000))
  const second = await addAnswerToSession(uid, later(SESSION_GAP + 2_000))
  expect(second).not.toBe(first)
  expect(await queuedSessions(uid)).toHaveLength(2)
  expect(await queuedSessions(uid)).toMatchObject([
    { learningMode: 'guided', planId: 'three-day' },
    { planId: 'three-day' },
  ])
  await leave(end)
})

test('answers of another user, or given after it was left, are not part of a session', async () => {
  const end = startPracticeSession(uid, free)
  expect(await addAnswerToSession('another', later(0))).toBeUndefined()
  end()
  expect(await addAnswerToSession(uid, later(0))).toBeUndefined()
})

test('closing its page reports the end to the server', async () => {
  const end = startPracticeSession(uid, free)
  window.dispatchEvent(new Event('pagehide'))
  expect(calls).toEqual([])
  const at = later(1_000)
  const sessionId = await addAnswerToSession(uid, at)
  window.dispatchEvent(new Event('pagehide'))
  expect(calls).toMatchObject([
    { method: 'PATCH', path: `/api/progress/sessions/${sessionId}`, body: { endTime: at } },
  ])
  await leave(end)
})
