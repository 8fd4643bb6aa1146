import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SITTING_GAP } from '../../shared/constants.ts'
import { forgetSession, keptSessions } from '../../shared/offline/kept-sessions.ts'
import type { Round } from './round.ts'
import { beginSitting, noteAnswer } from './sitting.ts'

const uid = 'learner-1'
interface Call {
  method: string
  path: string
  body: unknown
}
const free: Round = {
  mode: 'free',
  filters: { difficulty: 'advanced' },
  planId: null,
  questionId: null,
}
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** Left, it is told of whole, so that nothing is under way any more when its test ends. */
async function leave(end: () => void): Promise<void> {
  end()
  await vi.waitUntil(async () => (await keptSessions(uid)).length === 0, 20_000)
}

let calls: Call[]
beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ method: init.method ?? 'GET', path, body: JSON.parse(String(init.body)) })
    return Response.json({ success: true })
  })
  calls = []
  for (const { sessionId } of await keptSessions(uid)) await forgetSession(sessionId)
})
afterEach(() => vi.unstubAllGlobals())

test('a sitting without an answer is none; its first makes it one, its last is its end', async () => {
  const end = beginSitting(uid, free)
  expect(await keptSessions(uid)).toEqual([])
  const first = await noteAnswer(uid, later(1_000))
  const last = later(60_000)
  expect(await noteAnswer(uid, last)).toBe(first)
  expect(await keptSessions(uid)).toMatchObject([
    { sessionId: first, endTime: last, learningMode: 'free-style', difficulty: 'advanced', told: false },
  ])
  await leave(end)
  expect(calls).toMatchObject([
    { method: 'POST', path: '/api/progress/sessions', body: { sessionId: first } },
    { method: 'PATCH', path: `/api/progress/sessions/${first}`, body: { endTime: last } },
  ])
})

test('after half an hour without an answer another one has begun', async () => {
  const end = beginSitting(uid, { mode: 'guided', filters: {}, planId: 'three-day', questionId: null })
  const first = await noteAnswer(uid, later(1_000))
  const second = await noteAnswer(uid, later(SITTING_GAP + 2_000))
  expect(second).not.toBe(first)
  expect(await keptSessions(uid)).toHaveLength(2)
  expect(await keptSessions(uid)).toMatchObject([
    { learningMode: 'guided', planId: 'three-day' },
    { planId: 'three-day' },
  ])
  await leave(end)
})

test('answers of somebody else are not taken into it, nor any after it was left', async () => {
  const end = beginSitting(uid, free)
  expect(await noteAnswer('another', later(0))).toBeUndefined()
  end()
  expect(await noteAnswer(uid, later(0))).toBeUndefined()
})

test('when its page is closed the server is told on the way out', async () => {
  const end = beginSitting(uid, free)
  window.dispatchEvent(new Event('pagehide'))
  expect(calls).toEqual([])
  const at = later(1_000)
  const sessionId = await noteAnswer(uid, at)
  window.dispatchEvent(new Event('pagehide'))
  expect(calls).toMatchObject([
    { method: 'PATCH', path: `/api/progress/sessions/${sessionId}`, body: { endTime: at } },
  ])
  await leave(end)
})
