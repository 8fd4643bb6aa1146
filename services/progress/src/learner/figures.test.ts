import { expect, test } from 'vitest'
import { accuracy, masteryOf } from './figures.ts'

test.each([
  [0, 0, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [7, 7, 100],
])('%i of %i is %i percent', (correct, total, percent) => {
  expect(accuracy(correct, total)).toBe(percent)
})

test.each([
  [9, 9, 'beginner'],
  [6, 10, 'intermediate'],
  [5, 10, 'beginner'],
  [20, 25, 'advanced'],
  [25, 25, 'advanced'],
  [45, 50, 'expert'],
  [44, 50, 'advanced'],
])('%i of %i is %s', (correct, total, level) => {
  expect(masteryOf(correct, total)).toBe(level)
})
