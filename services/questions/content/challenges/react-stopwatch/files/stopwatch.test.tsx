import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Stopwatch } from './stopwatch'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.getByRole('timer').textContent
/** The times in the list, which may have numbers as well. */
const laps = () => screen.queryAllByRole('listitem').map((item) => /\d+:\d+\.\d+/.exec(item.textContent ?? '')?.[0])
/** What is shown after a time: up to 50 ms may be missing. */
const expectAbout = (ms: number) => {
  const [minutes, seconds] = (shown() ?? '').split(':').map(Number)
  const milliseconds = (minutes * 60 + seconds) * 1000
  expect(milliseconds).toBeLessThanOrEqual(ms)
  expect(milliseconds).toBeGreaterThanOrEqual(ms - 60)
}

test('starts at zero and does not run', () => {
  render(<Stopwatch />)
  expect(shown()).toBe('00:00.00')
  pass(500)
  expect(shown()).toBe('00:00.00')
  expect(screen.getByRole('button', { name: 'Lap' })).toBeDisabled()
})

test('runs after Start', () => {
  render(<Stopwatch />)
  click('Start')
  expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument()
  pass(50)
  expect(shown()).not.toBe('00:00.00')
  pass(2_950)
  expectAbout(3_000)
})

test('Stop shows the exact time and keeps it', () => {
  render(<Stopwatch />)
  click('Start')
  pass(1_237)
  click('Stop')
  expect(shown()).toBe('00:01.23')
  pass(5_000)
  expect(shown()).toBe('00:01.23')
  expect(screen.getByRole('button', { name: 'Lap' })).toBeDisabled()
  expect(vi.getTimerCount()).toBe(0)
})

test('shows minutes, seconds, and hundredths', () => {
  render(<Stopwatch />)
  click('Start')
  pass(83_456)
  click('Stop')
  expect(shown()).toBe('01:23.45')
})

test('continues after a stop', () => {
  render(<Stopwatch />)
  click('Start')
  pass(1_500)
  click('Stop')
  pass(10_000)
  click('Start')
  pass(2_000)
  click('Stop')
  expect(shown()).toBe('00:03.50')
})

test('Lap adds the time to the list', () => {
  render(<Stopwatch />)
  click('Start')
  pass(1_010)
  click('Lap')
  pass(2_020)
  click('Lap')
  expect(laps()).toEqual(['00:01.01', '00:03.03'])
})

test('Reset stops and empties', () => {
  render(<Stopwatch />)
  click('Start')
  pass(1_000)
  click('Lap')
  click('Reset')
  expect(shown()).toBe('00:00.00')
  expect(laps()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  click('Start')
  pass(709)
  click('Stop')
  expect(shown()).toBe('00:00.70')
})

test('measures the time instead of counting timer calls', () => {
  let time = 5_000
  render(<Stopwatch now={() => time} />)
  click('Start')
  time += 60_000
  pass(50)
  expect(shown()).toBe('01:00.00')
})

test('Lap and Stop measure the time again', () => {
  let time = 5_000
  render(<Stopwatch now={() => time} />)
  click('Start')
  time += 1_230
  click('Lap')
  expect(laps()).toEqual(['00:01.23'])
  time += 1_000
  click('Stop')
  expect(shown()).toBe('00:02.23')
})

test('the minutes go on after an hour', () => {
  let time = 5_000
  render(<Stopwatch now={() => time} />)
  click('Start')
  time += 3_723_450
  click('Stop')
  expect(shown()).toBe('62:03.45')
})

test('unmounting leaves no timer', () => {
  const { unmount } = render(<Stopwatch />)
  click('Start')
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
