import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useDebounce } from './use-debounce'

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const setup = (value: string, delay: number) =>
  renderHook((props: { value: string; delay: number }) => useDebounce(props.value, props.delay), {
    initialProps: { value, delay },
  })

test('returns the first value right away', () => {
  expect(setup('a', 40).result.current).toBe('a')
})

test('returns a changed value after the delay', () => {
  const { result, rerender } = setup('a', 40)
  rerender({ value: 'b', delay: 40 })
  expect(result.current).toBe('a')
  pass(30)
  expect(result.current).toBe('a')
  pass(50)
  expect(result.current).toBe('b')
})

test('each change starts the wait again', () => {
  const { result, rerender } = setup('a', 60)
  const seen: string[] = []
  for (const value of ['b', 'c', 'd']) {
    rerender({ value, delay: 60 })
    pass(40)
    seen.push(result.current)
  }
  expect(seen).toEqual(['a', 'a', 'a'])
  pass(70)
  expect(result.current).toBe('d')
})

test('a render without a change does not start the wait again', () => {
  const { result, rerender } = setup('a', 50)
  rerender({ value: 'b', delay: 50 })
  pass(30)
  rerender({ value: 'b', delay: 50 })
  pass(45)
  expect(result.current).toBe('b')
})

test('going back to the old value shows nothing in between', () => {
  const seen = new Set<string>()
  const { rerender } = renderHook(({ value }) => seen.add(useDebounce(value, 20)), { initialProps: { value: 'a' } })
  rerender({ value: 'b' })
  rerender({ value: 'a' })
  pass(40)
  expect([...seen]).toEqual(['a'])
})

test('a new delay starts the wait again', () => {
  const { result, rerender } = setup('a', 5_000)
  rerender({ value: 'b', delay: 5_000 })
  pass(20)
  rerender({ value: 'b', delay: 30 })
  pass(29)
  expect(result.current).toBe('a')
  pass(1)
  expect(result.current).toBe('b')
})

test('unmounting clears the timer', () => {
  const { rerender, unmount } = setup('a', 1234)
  rerender({ value: 'b', delay: 1234 })
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('a function is a value like any other', () => {
  const [one, two] = [vi.fn(), vi.fn()]
  const { result, rerender } = renderHook(({ value }) => useDebounce(value, 10), { initialProps: { value: one } })
  expect(result.current).toBe(one)
  rerender({ value: two })
  pass(30)
  expect(result.current).toBe(two)
  expect(one).not.toHaveBeenCalled()
  expect(two).not.toHaveBeenCalled()
})

export function useTypes() {
  const count: number = useDebounce(3, 10)
  // @ts-expect-error the result of a number is a number
  const text: string = useDebounce(3, 10)
  return [count, text]
}
