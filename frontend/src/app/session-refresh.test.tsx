import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionEnded, signedIn } from '../shared/api/session.ts'
import { type Call, fakeNetwork } from '../testing/fake-network.ts'
import { renderAt } from '../testing/render-app.tsx'
import { learner } from '../testing/samples.ts'
import { SessionRefresh } from './app.tsx'

/** 50 minutes, in milliseconds; a token is valid for an hour. */
const interval = 3_000_000

let calls: Call[]
beforeEach(() => {
  vi.useFakeTimers()
  calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'POST /api/auth/refresh': () => ({ success: true, token: 't', expiresAt: '2026-11-21T12:00:00Z' }),
  })
})

const refreshes = () => calls.filter(({ path }) => path === '/api/auth/refresh').length
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A cache update reaches the component a tick later. */
async function updateCache(change: () => void): Promise<void> {
  await act(async () => change())
  await pass(10)
}

test('a signed-in user’s token is renewed every 50 minutes, and not earlier', async () => {
  const { queryClient, unmount } = renderAt('/', <SessionRefresh />)
  await pass(10)
  await updateCache(() => signedIn(queryClient, learner))
  await pass(interval - 1_000)
  expect(refreshes()).toBe(0)
  await pass(2_000)
  expect(refreshes()).toBe(1)
  await pass(interval)
  expect(refreshes()).toBe(2)
  unmount()
  await pass(interval)
  expect(refreshes()).toBe(2)
})

test('nothing is renewed for a visitor, or after the session has ended', async () => {
  const { queryClient } = renderAt('/', <SessionRefresh />)
  await pass(interval + 1_000)
  expect(refreshes()).toBe(0)
  await updateCache(() => signedIn(queryClient, learner))
  await updateCache(() => sessionEnded(queryClient))
  await pass(interval + 1_000)
  expect(refreshes()).toBe(0)
})
