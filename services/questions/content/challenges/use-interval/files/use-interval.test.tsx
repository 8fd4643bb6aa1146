import '@testing-library/jest-dom/vitest'
import { act, render, renderHook, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useInterval } from './use-interval'

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const setup = (callback: () => void, delay: number | null, reactStrictMode = false) =>
  renderHook((props: { callback: () => void; delay: number | null }) => useInterval(props.callback, props.delay), {
    initialProps: { callback, delay },
    reactStrictMode,
  })

test('calls the callback every delay milliseconds', () => {
  const callback = vi.fn()
  setup(callback, 100)
  expect(callback).not.toHaveBeenCalled()
  pass(99)
  expect(callback).not.toHaveBeenCalled()
  pass(1)
  expect(callback).toHaveBeenCalledTimes(1)
  pass(200)
  expect(callback).toHaveBeenCalledTimes(3)
})

test('the callback sees the current state', () => {
  function Counter() {
    const [count, setCount] = useState(0)
    useInterval(() => setCount(count + 1), 100)
    return <p>Count: {count}</p>
  }
  render(<Counter />)
  pass(100)
  pass(100)
  pass(100)
  expect(screen.getByText('Count: 3')).toBeInTheDocument()
})

test('calls the latest callback only', () => {
  const [one, two] = [vi.fn(), vi.fn()]
  const { rerender } = setup(one, 100)
  rerender({ callback: two, delay: 100 })
  pass(100)
  expect(one).not.toHaveBeenCalled()
  expect(two).toHaveBeenCalledTimes(1)
})

test('a new callback does not restart the interval', () => {
  const [one, two] = [vi.fn(), vi.fn()]
  const { rerender } = setup(one, 100)
  pass(80)
  rerender({ callback: two, delay: 100 })
  pass(20)
  expect(two).toHaveBeenCalledTimes(1)
})

test('a new delay starts a new interval', () => {
  const callback = vi.fn()
  const { rerender } = setup(callback, 1_000)
  pass(500)
  rerender({ callback, delay: 100 })
  pass(300)
  expect(callback).toHaveBeenCalledTimes(3)
  expect(vi.getTimerCount()).toBe(1)
})

test('null pauses, and a number starts again', () => {
  const callback = vi.fn()
  const { rerender } = setup(callback, 100)
  pass(100)
  rerender({ callback, delay: null })
  expect(vi.getTimerCount()).toBe(0)
  pass(500)
  expect(callback).toHaveBeenCalledTimes(1)
  rerender({ callback, delay: 100 })
  pass(100)
  expect(callback).toHaveBeenCalledTimes(2)
})

test('a delay of 0 is a delay', () => {
  setup(() => {}, 0)
  expect(vi.getTimerCount()).toBe(1)
})

test('unmounting stops it', () => {
  const callback = vi.fn()
  const { unmount } = setup(callback, 100)
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('Strict Mode leaves one interval', () => {
  const callback = vi.fn()
  setup(callback, 100, true)
  expect(vi.getTimerCount()).toBe(1)
  pass(100)
  expect(callback).toHaveBeenCalledTimes(1)
})
