import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReadingTimeout, readSource } from './api.ts'

const terminate = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      terminate = terminate
      postMessage() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a worker that never finishes is terminated, and the caller gets an error', async () => {
  const reading = expect(readSource({ content: '<quiz>' })).rejects.toBeInstanceOf(ReadingTimeout)
  await vi.advanceTimersByTimeAsync(60_000)
  await reading
  expect(terminate).toHaveBeenCalledOnce()
})
