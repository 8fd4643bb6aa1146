import type { Challenge } from '@rehearse/contracts'
import type { Mark } from './review-marks.ts'
import type { FileTestResult } from './run-files.ts'

/**
 * The results of a review: a problem is found by a mark on one of its lines with its category, and every mark must find
 * a problem. Optional problems have no result.
 */
export function gradeReview(
  { problems }: Pick<Challenge, 'problems'>,
  marks: readonly Mark[],
): FileTestResult[] {
  const finds = (mark: Mark, { path, from, to, category }: Challenge['problems'][number]) =>
    mark.path === path && mark.line >= from && mark.line <= to && mark.category === category
  const required = problems.filter(({ isOptional }) => !isOptional)
  const found = required.map((problem) => ({
    testId: problem.id,
    name: problem.id,
    passed: marks.some((mark) => finds(mark, problem)),
  }))
  const wrong = marks.find((mark) => !problems.some((problem) => finds(mark, problem)))
  return [
    ...found,
    {
      testId: 'no-false-marks',
      name: 'no-false-marks',
      passed: wrong === undefined,
      ...(wrong && { path: wrong.path, line: wrong.line }),
    },
  ]
}
