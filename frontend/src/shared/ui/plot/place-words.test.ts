import { expect, test } from 'vitest'
import { placeWords } from './plot-frame.tsx'

const daily = (days: number, width: number) =>
  Array.from({ length: days }, (_, day) => ({ key: String(day), x: ((day + 0.5) * width) / days }))

test.each([
  [30, 523],
  [30, 300],
  [7, 523],
  [90, 1_000],
])('%i labels below a plot of %i px never overlap or extend beyond its ends', (days, width) => {
  const places = [...placeWords(daily(days, width), width, 72).values()].reverse()
  expect(places.length).toBeGreaterThan(2)
  expect(places[0]).toBeGreaterThanOrEqual(36)
  expect(places.at(-1)).toBeLessThanOrEqual(width - 36)
  for (const [at, place] of places.slice(1).entries())
    expect(place - Number(places[at])).toBeGreaterThanOrEqual(72)
})

test('the last label is kept, and all of them if they fit', () => {
  expect(placeWords(daily(30, 300), 300, 72).has('29')).toBe(true)
  expect(placeWords(daily(4, 400), 400, 72).size).toBe(4)
})
