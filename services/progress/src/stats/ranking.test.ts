import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankCategories } from './progress-view.ts'

type Stats = Parameters<typeof rankCategories>[0]

const figure = (key: string, correct: number, answered: number): Stats[number] => ({
  learner_id: 'one',
  dimension: 'category',
  key,
  answered,
  correct,
  time_spent: 0,
  last_at: new Date(0),
})
const names = (entries: readonly { category: string }[]) => entries.map(({ category }) => category)

test('ranks no category below ten answers, and none with 30 percent as a strength', () => {
  const { strongest, toPractice } = rankCategories([
    figure('HTML', 9, 9),
    figure('TypeScript', 3, 10),
    figure('CSS', 6, 10),
    figure('React', 19, 20),
    figure('Testing', 0, 12),
  ])
  expect(names(strongest)).toEqual(['React', 'CSS'])
  expect(names(toPractice)).toEqual(['Testing', 'TypeScript'])
})

test('puts no category in both lists', () => {
  const counts = fc.record({ answered: fc.nat(40), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 30 }), (all) => {
      const { strongest, toPractice } = rankCategories(
        all.map(({ answered, share }, at) => figure(`c${at}`, Math.round(answered * share), answered)),
      )
      const ranked = [...strongest, ...toPractice]
      expect(new Set(names(ranked)).size).toBe(ranked.length)
      expect(ranked.every(({ questionsCompleted }) => questionsCompleted >= 10)).toBe(true)
    }),
  )
})
