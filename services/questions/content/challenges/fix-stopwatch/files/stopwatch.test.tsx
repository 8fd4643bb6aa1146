import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Stopwatch } from './stopwatch'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** Renders in between, as it does when time really passes. */
const pass = (milliseconds: number) => {
  for (let left = milliseconds; left > 0; left -= 500) act(() => void vi.advanceTimersByTime(Math.min(left, 500)))
}
const time = () => screen.getByRole('timer').textContent
const laps = () => screen.queryAllByRole('listitem').map((item) => item.textContent)

test('shows 0 s until it is started', () => {
  render(<Stopwatch />)
  pass(3000)
  expect(time()).toBe('0 s')
  expect(screen.getByRole('button', { name: 'Lap' })).toBeDisabled()
})

test('counts the seconds', () => {
  render(<Stopwatch />)
  press('Start')
  pass(999)
  expect(time()).toBe('0 s')
  pass(1)
  expect(time()).toBe('1 s')
  pass(1000)
  expect(time()).toBe('2 s')
  for (let second = 0; second < 8; second += 1) pass(1000)
  expect(time()).toBe('10 s')
})

test('Pause keeps the time and Start continues', () => {
  render(<Stopwatch />)
  press('Start')
  pass(2000)
  press('Pause')
  pass(5000)
  expect(time()).toBe('2 s')
  press('Start')
  pass(3000)
  expect(time()).toBe('5 s')
})

test('shows each lap at once', () => {
  render(<Stopwatch />)
  press('Start')
  pass(2000)
  press('Lap')
  expect(laps()).toEqual(['2 s'])
  pass(1000)
  press('Lap')
  expect(laps()).toEqual(['2 s', '3 s'])
})

test('recording a lap does not disturb the clock', () => {
  render(<Stopwatch />)
  press('Start')
  pass(1500)
  press('Lap')
  pass(500)
  expect(time()).toBe('2 s')
})

test('Reset stops and clears everything', () => {
  render(<Stopwatch />)
  press('Start')
  pass(2000)
  press('Lap')
  press('Reset')
  expect(time()).toBe('0 s')
  expect(laps()).toEqual([])
  pass(3000)
  expect(time()).toBe('0 s')
  expect(screen.getByRole('button', { name: 'Start' })).toBeVisible()
})

test('leaves no timer behind', () => {
  const { unmount } = render(<Stopwatch />)
  const idle = vi.getTimerCount()
  press('Start')
  press('Pause')
  expect(vi.getTimerCount()).toBe(idle)
  press('Start')
  unmount()
  expect(vi.getTimerCount()).toBe(idle)
})
