import { expect, test } from 'vitest'
import { type Candidate, seededRandom, selectAdaptive, steeredChance } from './adaptive.ts'

const candidates = (count: number, of: (at: number) => Partial<Candidate>): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ questionId: `q${at}`, topic: 'CSS', chance: 0.5, error: 0.3 },
    ...of(at),
  }))
const select = (from: readonly Candidate[], count: number, wanted = 0.8, seed = 'a') =>
  selectAdaptive(from, { count, wanted, random: seededRandom(seed) })
const spread = candidates(100, (at) => ({ chance: at / 100 }))

test.each([0.6, 0.8, 0.9])('selects questions near the wanted chance of %d', (wanted) => {
  for (const { chance } of select(spread, 5, wanted)) expect(Math.abs(chance - wanted)).toBeLessThan(0.06)
})

test('takes the nearest ones if none is near, and all if there are fewer than wanted', () => {
  const hard = candidates(10, (at) => ({ chance: at / 50 }))
  expect(select(hard, 3).every(({ chance }) => chance > 0.1)).toBe(true)
  expect(select(hard, 50)).toHaveLength(10)
  expect(new Set(select(hard, 50)).size).toBe(10)
  expect(select([], 5)).toEqual([])
})

test('mixes topics', () => {
  const topics = candidates(40, (at) => ({ topic: `t${at % 4}`, chance: at % 4 === 0 ? 0.8 : 0.78 }))
  const counts = Map.groupBy(select(topics, 12), ({ topic }) => topic)
  expect(counts.size).toBe(4)
  expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBeLessThan(7)
})

test('explores: one in ten is the question known least, among those with a suitable chance', () => {
  const unknown = candidates(60, (at) => ({
    chance: at < 30 ? 0.8 : at === 30 ? 0.72 : 0.3,
    error: at === 30 ? 0.9 : at > 30 ? 1 : 0.2,
  }))
  const selected = select(unknown, 20).map(({ questionId }) => questionId)
  expect(selected[9]).toBe('q30')
  expect(selected.filter((id) => Number(id.slice(1)) > 30)).toEqual([])
})

test('selects the same for the same seed, and something else for another', () => {
  const ids = (seed: string) =>
    select(
      candidates(50, () => ({ chance: 0.8 })),
      10,
      0.8,
      seed,
    ).map((one) => one.questionId)
  expect(ids('a')).toEqual(ids('a'))
  expect(ids('a')).not.toEqual(ids('b'))
  const numbers = Array.from({ length: 1_000 }, seededRandom('c'))
  expect(numbers.reduce((sum, one) => sum + one, 0) / 1_000).toBeCloseTo(0.5, 1)
  expect(numbers.every((one) => one >= 0 && one < 1)).toBe(true)
})

test('asks easier questions after too many incorrect answers, and harder ones after too few', () => {
  const recent = (correct: number, all = 20) => Array.from({ length: all }, (_, at) => at < correct)
  expect(steeredChance(0.8, [])).toBeCloseTo(0.8)
  expect(steeredChance(0.8, recent(16))).toBeCloseTo(0.8)
  expect(steeredChance(0.8, recent(12))).toBeCloseTo(0.9)
  expect(steeredChance(0.8, recent(20))).toBeCloseTo(0.7)
  expect(steeredChance(0.9, recent(0))).toBe(0.95)
  expect(steeredChance(0.8, recent(0, 2))).toBeCloseTo(0.84)
})
