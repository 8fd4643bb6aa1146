import { expect, test } from 'vitest'
import { fitRasch, type Response } from './fit-rasch.ts'

/**
 * Section 6 of the Law School Admission Test: how many of 1,000 people gave each pattern of correct (1) and incorrect (0)
 * answers to five items (Bock and Lieberman 1970).
 */
const lsat6 = Object.entries({
  '00000': 3,
  '00001': 6,
  '00010': 2,
  '00011': 11,
  '00100': 1,
  '00101': 1,
  '00110': 3,
  '00111': 4,
  '01000': 1,
  '01001': 8,
  '01011': 16,
  '01101': 3,
  '01110': 2,
  '01111': 15,
  '10000': 10,
  '10001': 29,
  '10010': 14,
  '10011': 81,
  '10100': 3,
  '10101': 28,
  '10110': 15,
  '10111': 80,
  '11000': 16,
  '11001': 56,
  '11010': 21,
  '11011': 173,
  '11100': 11,
  '11101': 61,
  '11110': 28,
  '11111': 298,
}).flatMap(([pattern, people]) =>
  Array.from({ length: people }, (_, person) =>
    [...pattern].map(
      (answer, item): Response => ({
        learner: `${pattern}-${person}`,
        item: `${item + 1}`,
        isCorrect: answer === '1',
      }),
    ),
  ).flat(),
)

test('estimates the published difficulties of LSAT6', async () => {
  const { items, variance } = await fitRasch(lsat6, { precision: 1e-5 })
  expect(lsat6).toHaveLength(5_000)
  expect(variance).toBeCloseTo(0.57, 2)
  const published = [-2.73, -0.999, -0.24, -1.306, -2.099]
  published.forEach((b, at) => {
    const item = items.get(`${at + 1}`)
    expect(Math.abs((item?.b ?? 0) - b)).toBeLessThan(0.01)
  })
})

test('stays finite if all responses to an item are alike, with a prior or without', async () => {
  const responses = Array.from({ length: 40 }, (_, at): Response[] => [
    { learner: `${at}`, item: 'easy', isCorrect: true },
    { learner: `${at}`, item: 'hard', isCorrect: false },
    { learner: `${at}`, item: 'mixed', isCorrect: at % 2 === 0 },
  ]).flat()
  for (const known of [null, { b: 0, prior: { mean: 0, deviation: 1 } }]) {
    const { items, abilities, variance } = await fitRasch(responses, { knownOf: () => known })
    for (const { b, error } of items.values()) {
      expect(Math.abs(b)).toBeLessThanOrEqual(8)
      expect(Number.isFinite(error)).toBe(true)
    }
    for (const { mean, deviation } of abilities.values()) {
      expect(Number.isFinite(mean + deviation + variance)).toBe(true)
    }
  }
})
