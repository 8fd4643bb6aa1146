import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../shared/api/query-client.ts'
import { useToasts } from '../shared/ui/toasts.tsx'
import { Connection } from './background.tsx'

let there: boolean
let looks: number
beforeEach(() => {
  vi.useFakeTimers()
  there = true
  looks = 0
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/api/health')
    looks += 1
    if (!there) throw new TypeError('no network')
    return Response.json({ success: true })
  })
})
afterEach(() => vi.useRealTimers())

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Connection />
    </QueryClientProvider>,
  )
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const isLost = () => screen.queryByText(/^The server can’t be reached/) !== null
const restored = () =>
  useToasts.getState().toasts.filter(({ message }) => message === 'Connection restored.').length

test('the server is checked every 30 s; after a failure, again after 1, 2 and 4 s, then at the next interval', async () => {
  open()
  await after(29_999)
  expect(looks).toBe(0)
  await after(1)
  expect([looks, isLost()]).toEqual([1, false])
  there = false
  await after(30_000)
  expect([looks, isLost()]).toEqual([2, true])
  const seen: number[] = []
  for (const delay of [1_000, 2_000, 4_000, 22_999]) {
    await after(delay)
    seen.push(looks)
  }
  expect(seen).toEqual([3, 4, 5, 5])
  await after(1)
  expect([looks, isLost(), restored()]).toEqual([6, true, 0])
  there = true
  await after(1_000)
  expect([isLost(), restored()]).toEqual([false, 1])
})

test('the browser’s online and offline events trigger a check at once', async () => {
  open()
  there = false
  window.dispatchEvent(new Event('offline'))
  await after(0)
  expect(isLost()).toBe(true)
  await after(10_000)
  there = true
  window.dispatchEvent(new Event('online'))
  await after(0)
  expect(isLost()).toBe(false)
})
