import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TrafficLight } from './traffic-light'

const durations = { green: 3_000, yellow: 500, red: 4_000 }

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const items = () => within(screen.getByRole('list', { name: 'Traffic light' })).getAllByRole('listitem')
/** The name or the text of an item. */
function nameOf(item: Element) {
  const names = new Map<Element, string>()
  screen.queryAllByRole('listitem', { name: (text, one) => names.set(one, text).has(one) })
  return names.get(item) || item.textContent?.trim()
}
const lit = () => items().flatMap((item) => (item.hasAttribute('aria-current') ? [nameOf(item)] : []))
const walk = () => screen.getByRole('button', { name: 'Walk' })

test('has red, yellow, and green from top to bottom', () => {
  render(<TrafficLight durations={durations} />)
  expect(items().map(nameOf)).toEqual(['red', 'yellow', 'green'])
})

test('starts with green', () => {
  render(<TrafficLight durations={durations} />)
  expect(lit()).toEqual(['green'])
  expect(items()[2]).toHaveAttribute('aria-current', 'true')
})

test('each color stays for its duration', () => {
  render(<TrafficLight durations={durations} />)
  pass(2_999)
  expect(lit()).toEqual(['green'])
  pass(1)
  expect(lit()).toEqual(['yellow'])
  pass(499)
  expect(lit()).toEqual(['yellow'])
  pass(1)
  expect(lit()).toEqual(['red'])
  pass(3_999)
  expect(lit()).toEqual(['red'])
})

test('after red comes green', () => {
  render(<TrafficLight durations={durations} />)
  pass(3_000)
  pass(500)
  pass(4_000)
  expect(lit()).toEqual(['green'])
  pass(3_000)
  expect(lit()).toEqual(['yellow'])
})

test('Walk turns green into yellow at once', () => {
  render(<TrafficLight durations={durations} />)
  pass(1_000)
  fireEvent.click(walk())
  expect(lit()).toEqual(['yellow'])
  pass(499)
  expect(lit()).toEqual(['yellow'])
  pass(1)
  expect(lit()).toEqual(['red'])
})

test('Walk is enabled only while the light is green', () => {
  render(<TrafficLight durations={durations} />)
  expect(walk()).toBeEnabled()
  pass(3_000)
  expect(walk()).toBeDisabled()
  pass(500)
  expect(walk()).toBeDisabled()
  pass(4_000)
  expect(walk()).toBeEnabled()
})

test('new durations start the current color again', () => {
  const { rerender } = render(<TrafficLight durations={durations} />)
  pass(2_000)
  rerender(<TrafficLight durations={{ green: 100, yellow: 200, red: 300 }} />)
  pass(99)
  expect(lit()).toEqual(['green'])
  pass(1)
  expect(lit()).toEqual(['yellow'])
})

test.each(['green', 'yellow', 'red'] as const)('a new duration of %s starts it again if it is lit', (color) => {
  const { rerender } = render(<TrafficLight durations={durations} />)
  if (color !== 'green') fireEvent.click(walk())
  if (color === 'red') pass(500)
  expect(lit()).toEqual([color])
  pass(300)
  rerender(<TrafficLight durations={{ ...durations, [color]: 400 }} />)
  pass(399)
  expect(lit()).toEqual([color])
  pass(1)
  expect(lit()).not.toEqual([color])
})

test('new durations of other colors apply when their turn comes', () => {
  const { rerender } = render(<TrafficLight durations={durations} />)
  pass(2_000)
  rerender(<TrafficLight durations={{ ...durations, yellow: 700, red: 1_000 }} />)
  pass(999)
  expect(lit()).toEqual(['green'])
  pass(1)
  expect(lit()).toEqual(['yellow'])
  pass(600)
  rerender(<TrafficLight durations={{ green: 5_000, yellow: 700, red: 900 }} />)
  pass(99)
  expect(lit()).toEqual(['yellow'])
  pass(1)
  expect(lit()).toEqual(['red'])
  pass(899)
  expect(lit()).toEqual(['red'])
  pass(1)
  expect(lit()).toEqual(['green'])
  pass(4_999)
  expect(lit()).toEqual(['green'])
})

test('colors may have the same duration', () => {
  render(<TrafficLight durations={{ green: 1_000, yellow: 1_000, red: 1_000 }} />)
  for (const color of ['yellow', 'red', 'green']) {
    pass(1_000)
    expect(lit()).toEqual([color])
  }
})

test('the same durations in a new object change nothing', () => {
  const { rerender } = render(<TrafficLight durations={durations} />)
  pass(2_000)
  rerender(<TrafficLight durations={{ ...durations }} />)
  pass(999)
  expect(lit()).toEqual(['green'])
  pass(1)
  expect(lit()).toEqual(['yellow'])
})

test('never has more than one timer, and none after unmounting', () => {
  const { unmount } = render(<TrafficLight durations={durations} />)
  fireEvent.click(walk())
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
