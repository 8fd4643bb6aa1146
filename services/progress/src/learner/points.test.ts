import { describe, expect, test } from 'vitest'
import {
  accuracy,
  answerPoints,
  challengePoints,
  challengePointsAdded,
  levelOf,
  masteryOf,
} from './points.ts'

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
  ])('a correct answer (%s) at attempt %i earns %i', (difficulty, attempt, points) => {
    expect(answerPoints({ isCorrect: true, difficulty, attempt })).toBe(points)
  })
  test('awards nothing for an incorrect answer', () => {
    expect(answerPoints({ isCorrect: false, difficulty: 'advanced', attempt: 1 })).toBe(0)
  })
  test('treats a difficulty named like an inherited property as unknown', () => {
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
])('%i points reach level %i', (points, level) => {
  expect(levelOf(points)).toBe(level)
})

test.each([
  [10, 10, true, 50],
  [7, 10, true, 35],
  [1, 3, true, 17],
  [10, 10, false, 0],
  [0, 10, true, 0],
])('a challenge with %d of %d, completed %s: %d points', (score, maxScore, completed, points) => {
  expect(challengePoints({ score, maxScore, completed })).toBe(points)
})

test.each([
  [7, 10, 0, 35],
  [10, 10, 0.7, 15],
  [10, 10, 1, 0],
  [5, 10, 0.7, 0],
])('a challenge with %d of %d after a best of %d adds %d points', (score, maxScore, bestBefore, added) => {
  expect(challengePointsAdded({ score, maxScore, completed: true, bestBefore })).toBe(added)
})

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
