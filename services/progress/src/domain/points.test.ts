import { describe, expect, test } from 'vitest'
import { answerPoints, levelOf } from './points.ts'

describe('answerPoints', () => {
  test.each([
    ['beginner', 1, 5],
    ['intermediate', 1, 10],
    ['advanced', 1, 20],
    ['unheard of', 1, 5],
    ['beginner', 2, 3],
    ['beginner', 3, 1],
    ['beginner', 4, 1],
    ['advanced', 2, 18],
    ['advanced', 10, 2],
    ['advanced', 11, 1],
    ['advanced', 500, 1],
  ])('a right answer to %s at attempt %i earns %i', (difficulty, attempt, points) => {
    expect(answerPoints({ isCorrect: true, difficulty, attempt })).toBe(points)
  })
  test('a wrong answer earns nothing', () => {
    expect(answerPoints({ isCorrect: false, difficulty: 'advanced', attempt: 1 })).toBe(0)
  })
  test('a difficulty named like an inherited property is just unknown', () => {
    expect(answerPoints({ isCorrect: true, difficulty: 'constructor', attempt: 1 })).toBe(5)
  })
})

test.each([
  [0, 1],
  [99, 1],
  [100, 2],
  [299, 2],
  [300, 3],
  [600, 4],
  [999, 4],
  [1_000, 5],
])('%i points are level %i', (points, level) => {
  expect(levelOf(points)).toBe(level)
})
