import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFetch } from './use-fetch'

interface Call {
  url: string
  signal: AbortSignal
  respond: (data: unknown, status?: number) => Promise<void>
  fail: (error: Error) => Promise<void>
}

/** Requests end when the test says so, and ignore the signal. */
function fakeServer() {
  const calls: Call[] = []
  const fetcher: typeof fetch = (url, options) =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void) =>
        act(async () => {
          end()
          await new Promise((done) => setTimeout(done, 0))
        })
      calls.push({
        url: String(url),
        signal: options?.signal as AbortSignal,
        respond: (data, status = 200) => settle(() => resolve(new Response(JSON.stringify(data), { status }))),
        fail: (error) => settle(() => reject(error)),
      })
    })
  return { calls, fetcher }
}

function setup(url: string | null = '/users/1') {
  const { calls, fetcher } = fakeServer()
  const seen: unknown[][] = []
  const view = renderHook(
    (props: { url: string | null }) => {
      const state = useFetch<{ name: string }>(props.url, fetcher)
      seen.push([props.url, state.status, state.data?.name])
      return state
    },
    { initialProps: { url } },
  )
  return { calls, seen, ...view, state: () => [view.result.current.status, view.result.current.data, view.result.current.error] }
}

test('loads data', async () => {
  const { calls, state } = setup()
  expect(state()).toEqual(['loading', undefined, undefined])
  expect(calls.map(({ url }) => url)).toEqual(['/users/1'])
  await calls[0].respond({ name: 'Ada' })
  expect(state()).toEqual(['success', { name: 'Ada' }, undefined])
})

test('reports a failed request', async () => {
  const { calls, state } = setup()
  const error = new TypeError('Failed to fetch')
  await calls[0].fail(error)
  expect(state()).toEqual(['error', undefined, error])
})

test('a response that is not OK is an error', async () => {
  const { calls, state, result } = setup()
  await calls[0].respond({ name: 'no data' }, 404)
  expect(state()[0]).toBe('error')
  expect(state()[1]).toBeUndefined()
  expect(result.current.error).toBeInstanceOf(Error)
  expect(result.current.error?.message).toBe('HTTP 404')
})

test('a response that is not JSON is an error', async () => {
  const { result } = renderHook(() => useFetch('/users/1', () => Promise.resolve(new Response('<html>'))))
  await act(() => new Promise((done) => setTimeout(done, 0)))
  expect([result.current.status, result.current.data]).toEqual(['error', undefined])
  expect(result.current.error).toBeInstanceOf(Error)
})

test.each([null, 0, false, ''])('%j is data like any other', async (data) => {
  const { calls, state } = setup()
  await calls[0].respond(data)
  expect(state()).toEqual(['success', data, undefined])
})

test('uses fetch by default', async () => {
  const { calls, fetcher } = fakeServer()
  const original = globalThis.fetch
  globalThis.fetch = fetcher
  try {
    const { result } = renderHook(() => useFetch('/users/1'))
    await calls[0]?.respond({ name: 'Ada' })
    expect(result.current.data).toEqual({ name: 'Ada' })
  } finally {
    globalThis.fetch = original
  }
})

test('a new URL sends a new request and aborts the old one', async () => {
  const { calls, state, rerender } = setup()
  expect(calls[0].signal.aborted).toBe(false)
  rerender({ url: '/users/2' })
  expect(calls.map(({ url }) => url)).toEqual(['/users/1', '/users/2'])
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(state()).toEqual(['loading', undefined, undefined])
})

test('late results of an old request are ignored', async () => {
  const { calls, state, rerender } = setup()
  rerender({ url: '/users/2' })
  await calls[1].respond({ name: 'Grace' })
  await calls[0].respond({ name: 'Ada' })
  expect(state()).toEqual(['success', { name: 'Grace' }, undefined])
  rerender({ url: '/users/3' })
  rerender({ url: '/users/4' })
  await calls[2].fail(new Error('too late'))
  expect(state()).toEqual(['loading', undefined, undefined])
})

test('never returns data of the old URL', async () => {
  const { calls, seen, rerender } = setup()
  await calls[0].respond({ name: 'Ada' })
  rerender({ url: '/users/2' })
  for (const entry of seen.filter(([url]) => url === '/users/2')) expect(entry).toEqual(['/users/2', 'loading', undefined])
  await calls[1].respond({ name: 'Grace' })
  expect(seen.at(-1)).toEqual(['/users/2', 'success', 'Grace'])
})

test('unmounting aborts', () => {
  const { calls, unmount } = setup()
  expect(calls[0].signal.aborted).toBe(false)
  unmount()
  expect(calls[0].signal.aborted).toBe(true)
})

test('null requests nothing', async () => {
  const { calls, state, rerender, result } = setup(null)
  act(() => result.current.reload())
  expect(calls).toEqual([])
  expect(state()).toEqual(['idle', undefined, undefined])
  rerender({ url: '/users/1' })
  expect(state()[0]).toBe('loading')
  await calls[0].respond({ name: 'Ada' })
  rerender({ url: null })
  expect(state()).toEqual(['idle', undefined, undefined])
})

test('reload sends the request again', async () => {
  const { calls, state, result } = setup()
  await calls[0].fail(new Error('offline'))
  act(() => result.current.reload())
  expect(state()).toEqual(['loading', undefined, undefined])
  expect(calls.map(({ url }) => url)).toEqual(['/users/1', '/users/1'])
  await calls[1].respond({ name: 'Ada' })
  expect(state()).toEqual(['success', { name: 'Ada' }, undefined])
})

test('reload during a request aborts it', async () => {
  const { calls, state, result } = setup()
  act(() => result.current.reload())
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await calls[0].respond({ name: 'old' })
  expect(state()).toEqual(['loading', undefined, undefined])
})

test('a new fetcher alone sends no request', () => {
  const fetcher = vi.fn(() => new Promise<Response>(() => {}))
  const { rerender } = renderHook(() => useFetch('/users/1', () => fetcher()))
  rerender()
  expect(fetcher).toHaveBeenCalledTimes(1)
})
