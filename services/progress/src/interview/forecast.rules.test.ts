import { seededRandom } from '@rehearse/contracts'
import { chanceOf } from '@rehearse/contracts/adaptive'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecastExam, forecastShare, type Item } from './forecast.rules.ts'

const item = (ability: number, difficulty: number, deviation = 0, error = 0): Item => ({
  ability: { mean: ability, deviation },
  difficulty: { mean: difficulty, deviation: error },
})

test('a known ability gives a share without an interval, and an exam that of the binomial distribution', () => {
  const items = Array.from({ length: 20 }, () => item(0, 0))
  expect(forecastShare(items)).toEqual({ chance: 0.5, low: 0.5, high: 0.5 })
  // The 2.5 % and 97.5 % quantiles of Binomial(20, 0.5) are 6 and 14.
  expect(forecastExam(items)).toMatchObject({ chance: 0.5, low: 0.3, high: 0.7 })
})

test('an uncertain ability widens both intervals, and the exam’s contains that of the share', () => {
  const items = Array.from({ length: 20 }, () => item(1, 0, 0.5))
  const share = forecastShare(items)
  expect(share.low).toBeCloseTo(chanceOf(1 - 0.98, 0), 2)
  expect(share.high).toBeCloseTo(chanceOf(1 + 0.98, 0), 2)
  const exam = forecastExam(items)
  expect(exam.chance).toBeCloseTo(share.chance, 10)
  expect(exam.low).toBeLessThan(share.low)
  expect(exam.high).toBeGreaterThan(share.high)
})

test('stays within 0 and 1, in order', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const items = fc.array(
    fc.tuple(number(-6, 6), number(-6, 6), number(0, 2), number(0, 2)).map((given) => item(...given)),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(items, (given) => {
      const exam = forecastExam(given)
      const share = forecastShare(given)
      for (const { chance, low, high } of [exam, share]) {
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(chance + 1 / given.length)
        expect(high).toBeLessThanOrEqual(1)
        expect(high).toBeGreaterThanOrEqual(chance - 1 / given.length)
      }
      expect(exam.chances).toHaveLength(given.length)
    }),
  )
})

test('of 1,000 simulated exams at least 95 % and not nearly all end within the interval', () => {
  const random = seededRandom('exams')
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  let within = 0
  const exams = 1_000
  for (let exam = 0; exam < exams; exam += 1) {
    const deviation = 0.3 + 0.4 * random()
    const items = Array.from({ length: 20 }, () => item(0.8, 2 * random() - 1, deviation, 0.5))
    const { low, high } = forecastExam(items)
    const ability = 0.8 + deviation * normal()
    const correct = items.filter(({ difficulty }) => {
      return random() < chanceOf(ability, difficulty.mean + difficulty.deviation * normal())
    }).length
    if (correct / 20 >= low && correct / 20 <= high) within += 1
  }
  expect(within / exams).toBeGreaterThanOrEqual(0.95)
  expect(within / exams).toBeLessThan(0.985)
})
