import { afterEach, expect, test, vi } from 'vitest'
import { afterPaint } from './when-idle.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('work after a paint waits for the frame, and runs once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let paint: FrameRequestCallback | undefined
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => {
    paint = frame
  })
  const work = vi.fn()
  afterPaint(work)
  expect(work).not.toHaveBeenCalled()
  paint?.(0)
  expect(work).not.toHaveBeenCalled()
  await expect.poll(() => work.mock.calls.length).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(work).toHaveBeenCalledOnce()
})

test('in a hidden page, which is never painted, it runs nevertheless', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const work = vi.fn()
  afterPaint(work)
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledOnce()
})
