import { expect, test } from 'vitest'
import type { RecordedEvent } from './event.ts'
import { RecentEvents } from './event-log.ts'

const events = (...positions: number[]) =>
  positions.map((globalPosition) => ({ globalPosition }) as RecordedEvent)
const positions = (found: readonly RecordedEvent[]) => found.map(({ globalPosition }) => globalPosition)

test('returns what follows a position, even from the middle of an append', () => {
  const recent = new RecentEvents()
  recent.add(events(4, 5, 6))
  recent.add(events(7, 8))
  expect(positions(recent.after(3, 10))).toEqual([4, 5, 6, 7, 8])
  expect(positions(recent.after(4, 3))).toEqual([5, 6, 7])
  expect(positions(recent.after(8, 10))).toEqual([])
})

test('stops at a gap, which may hold an event of another process', () => {
  const recent = new RecentEvents()
  recent.add(events(4, 5))
  recent.add(events(7))
  recent.add(events(9, 11))
  expect(positions(recent.after(3, 10))).toEqual([4, 5])
  expect(positions(recent.after(5, 10))).toEqual([])
  expect(positions(recent.after(6, 10))).toEqual([7])
  expect(positions(recent.after(8, 10))).toEqual([])
})

test('sorts appends in log order, whichever is added first', () => {
  const recent = new RecentEvents()
  recent.add(events(6, 7))
  recent.add(events(4, 5))
  expect(positions(recent.after(3, 10))).toEqual([4, 5, 6, 7])
})

test('drops events that were read, and the oldest if there are too many', () => {
  const recent = new RecentEvents()
  recent.add(events(1, 2))
  recent.add(events(3, 4))
  recent.forget(3)
  expect(positions(recent.after(0, 10))).toEqual([])
  expect(positions(recent.after(2, 10))).toEqual([3, 4])
  recent.add(events(...Array.from({ length: 4_999 }, (_, index) => 5 + index)))
  expect(positions(recent.after(2, 10))).toEqual([])
  expect(recent.after(4, 10_000)).toHaveLength(4_999)
})
