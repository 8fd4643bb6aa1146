import { expectedChance } from '@rehearse/contracts/adaptive'
import { expect, test } from 'vitest'
import { type Ability, abilityIn, afterResponse } from './ability.ts'

const average = { mean: 0, deviation: 1 }
const ability = (mean: number, deviation: number): Ability => ({ mean, deviation, variance: 1, n: 10 })

test('a correct answer raises the ability, the more the harder the question, and both make it more certain', () => {
  const afterEasy = afterResponse(average, { mean: -1, deviation: 0 }, true)
  const afterHard = afterResponse(average, { mean: 1, deviation: 0 }, true)
  expect(afterHard.mean).toBeGreaterThan(afterEasy.mean)
  expect(afterEasy.mean).toBeGreaterThan(0)
  expect(afterResponse(average, { mean: 0, deviation: 0 }, false).mean).toBeLessThan(0)
  expect(afterHard.deviation).toBeLessThan(1)
})

test('an answer to a question of unknown difficulty says less', () => {
  const sure = afterResponse(average, { mean: 0, deviation: 0.1 }, true)
  const unsure = afterResponse(average, { mean: 0, deviation: 2 }, true)
  expect(unsure.mean).toBeLessThan(sure.mean)
})

test('without answers the ability in a topic is the average, with answers elsewhere it follows them in part', () => {
  expect(abilityIn('CSS', new Map(), 1)).toEqual({ mean: 0, deviation: 1 })
  const borrowed = abilityIn('CSS', new Map([['HTML', ability(1.5, 0.4)]]), 1)
  expect(borrowed.mean).toBeGreaterThan(0.5)
  expect(borrowed.mean).toBeLessThan(1.5)
  expect(borrowed.deviation).toBeGreaterThan(0.4)
})

test('own answers outweigh those in other topics', () => {
  const own = abilityIn(
    'CSS',
    new Map([
      ['CSS', ability(-1, 0.3)],
      ['HTML', ability(1.5, 0.3)],
    ]),
    1,
  )
  expect(own.mean).toBeLessThan(-0.5)
})

test('alone, a topic keeps its estimate', () => {
  const { mean, deviation } = abilityIn('CSS', new Map([['CSS', ability(0.7, 0.5)]]), 1)
  expect(mean).toBeCloseTo(0.7, 9)
  expect(deviation).toBeCloseTo(0.5, 9)
})

test('uncertainty moves a chance toward one half', () => {
  const difficulty = { mean: -2, deviation: 0 }
  expect(expectedChance({ mean: 0, deviation: 0 }, difficulty)).toBeCloseTo(0.8808, 4)
  expect(expectedChance({ mean: 0, deviation: 2 }, difficulty)).toBeLessThan(0.85)
})
