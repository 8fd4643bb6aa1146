import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candidates, randomNumbers, selectRandom } from './list-questions.ts'

function urnOf(positions: readonly number[], highest = Math.max(0, ...positions)): Candidates {
  const held = new Set(positions)
  return {
    highest: async () => highest,
    among: async (candidates) => candidates.filter((position) => held.has(position)),
    all: async () => positions,
  }
}

/** The chi-squared statistic of how often each position is drawn, against a uniform distribution. */
async function chiSquared(
  source: Candidates,
  positions: readonly number[],
  count: number,
  draws: number,
): Promise<number> {
  const random = randomNumbers('chi')
  const seen = new Map<number, number>(positions.map((position) => [position, 0]))
  for (let turn = 0; turn < draws; turn += 1) {
    for (const position of await selectRandom(source, count, random))
      seen.set(position, (seen.get(position) ?? 0) + 1)
  }
  const expected = (draws * count) / positions.length
  return [...seen.values()].reduce((sum, times) => sum + (times - expected) ** 2 / expected, 0)
}

describe('selectRandom', () => {
  test('returns each existing position at most once, as many as requested or available', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 300 })),
        fc.integer({ min: 1, max: 100 }),
        fc.string(),
        async (positions, count, seed) => {
          const drawn = await selectRandom(urnOf(positions), count, randomNumbers(seed))
          expect(new Set(drawn).size).toBe(drawn.length)
          expect(drawn.every((position) => positions.includes(position))).toBe(true)
          expect(drawn).toHaveLength(Math.min(count, positions.length))
          expect(await selectRandom(urnOf(positions), count, randomNumbers(seed))).toEqual(drawn)
        },
      ),
    )
  })

  test.each([
    ['dense', Array.from({ length: 50 }, (_, index) => index + 1)],
    [
      'with gaps of very different sizes',
      Array.from({ length: 50 }, (_, index) => index + (index > 20 ? 60 : 1)),
    ],
    ['sparse', Array.from({ length: 50 }, (_, index) => (index + 1) ** 2)],
  ])('selects every question with the same probability: %s', async (_name, positions) => {
    // 49 degrees of freedom: a fair draw exceeds 85.4 once in a thousand times. The seed is fixed, so the outcome is
    // too.
    expect(await chiSquared(urnOf(positions), positions, 1, 5_000)).toBeLessThan(85.4)
  })
})
