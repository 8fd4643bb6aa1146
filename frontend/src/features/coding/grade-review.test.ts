import type { Challenge } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { gradeReview } from './grade-review.ts'
import type { Mark } from './review-marks.ts'

const problem = (id: string, path: string, from: number, to: number, category: Mark['category']) =>
  ({ id, path, from, to, category }) as Challenge['problems'][number]
const problems = [
  problem('leak', 'app.ts', 3, 5, 'bug'),
  problem('injection', 'app.ts', 5, 5, 'security'),
  problem('slow', 'list.ts', 3, 3, 'performance'),
]
const mark = (path: string, line: number, category: Mark['category']) => ({ path, line, category })
const failed = (...marks: Mark[]) =>
  gradeReview({ problems }, marks)
    .filter(({ passed }) => !passed)
    .map(({ testId }) => testId)
const all = [mark('app.ts', 5, 'bug'), mark('app.ts', 5, 'security'), mark('list.ts', 3, 'performance')]

describe('a review', () => {
  test('passes if each problem is marked, on its first line or its last, once or twice', () => {
    expect(failed(...all)).toEqual([])
    expect(failed(...all.slice(1), mark('app.ts', 3, 'bug'))).toEqual([])
    expect(failed(...all, mark('app.ts', 4, 'bug'))).toEqual([])
  })

  test('without marks finds nothing, and marks nothing falsely', () => {
    expect(failed()).toEqual(['leak', 'injection', 'slow'])
  })

  test('may mark optional problems, but needs none of them', () => {
    const optional = { ...problem('race', 'app.ts', 8, 9, 'bug'), isOptional: true }
    const grade = (...marks: Mark[]) => gradeReview({ problems: [...problems, optional] }, marks)
    for (const marks of [all, [...all, mark('app.ts', 8, 'bug')]])
      expect(grade(...marks).map(({ testId, passed }) => [testId, passed])).toEqual(
        ['leak', 'injection', 'slow', 'no-false-marks'].map((id) => [id, true]),
      )
    expect(grade(...all, mark('app.ts', 8, 'types')).at(-1)?.passed).toBe(false)
  })

  test.each([
    ['before the problem', mark('app.ts', 2, 'bug')],
    ['after it', mark('app.ts', 6, 'bug')],
    ['in another file', mark('list.ts', 4, 'bug')],
    ['in another category', mark('app.ts', 4, 'types')],
  ])('fails with a mark %s, and names its place', (_where, wrong) => {
    expect(failed(...all.slice(1), wrong)).toEqual(['leak', 'no-false-marks'])
    expect(gradeReview({ problems }, [...all, wrong]).at(-1)).toEqual({
      testId: 'no-false-marks',
      name: 'no-false-marks',
      passed: false,
      path: wrong.path,
      line: wrong.line,
    })
  })
})
