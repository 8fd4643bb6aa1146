import type { Challenge } from '@rehearse/contracts'
import type { Format } from '../../shared/i18n/format.ts'
import { isOpen } from './code.ts'
import type { Case } from './outcome.tsx'
import { marksOf } from './review-marks.ts'
import type { Result, Tested } from './use-challenge-run.ts'
import type { WorkbenchMessages } from './workbench-messages.en.ts'

/** The ids of results that are no tests of a test file. */
const TYPES = 'types'
const LOAD = 'load'
const REFERENCE = 'reference'
const NO_FALSE_MARKS = 'no-false-marks'
const mutantId = (at: number) => `mutant-${at + 1}`

/** What is graded in a challenge, with the results of the last run: `web` tests, the cases of test files, mutants, problems. */
export function casesOf(
  challenge: Challenge,
  tested: Tested | null,
  bench: WorkbenchMessages,
  format: Format,
): Case[] {
  /** Of results that are no tests. */
  const names: Partial<Record<string, string>> = { [TYPES]: bench.types, [LOAD]: bench.load }
  const results = new Map(
    tested?.problem && challenge.kind === 'web'
      ? []
      : tested?.results.map((result) => [result.testId, result]),
  )
  switch (challenge.kind) {
    case 'web':
      return challenge.testCases.map(({ id, name, description, input, expectedOutput }) => ({
        ...caseOf(id, name, results.get(id)),
        description,
        call: input,
        expected: expectedOutput,
      }))
    case 'tests': {
      // The bugs wait until the tests pass on the correct code.
      const isGraded = results.get(REFERENCE)?.passed ?? true
      return [
        ...(results.has(TYPES) ? [caseOf(TYPES, bench.types, results.get(TYPES))] : []),
        caseOf(REFERENCE, bench.reference, results.get(REFERENCE)),
        ...challenge.mutants.map(({ name }, at) => {
          const result = isGraded ? results.get(mutantId(at)) : undefined
          const bug = format.number(at + 1)
          return {
            ...caseOf(mutantId(at), result?.passed === false ? bench.bugMissed(bug) : bench.bug(bug), result),
            ...(isOpen(challenge) && { description: name }),
          }
        }),
      ]
    }
    case 'review':
      return tested ? casesOfReview(challenge, tested, bench, format) : []
    default:
      return (tested?.results ?? []).map((result) =>
        caseOf(result.testId, names[result.testId] ?? result.name ?? result.testId, result),
      )
  }
}

const caseOf = (id: string, name: string, result: Result | undefined): Case => ({
  id,
  name,
  passed: result?.passed,
  isTest: id !== LOAD,
  call: result?.call,
  expected: result?.expected,
  received: result?.got,
  error: result?.error,
  console: result?.console,
  place: result?.path === undefined ? undefined : { path: result.path, line: result.line ?? 1 },
})

/** Where a missed problem is and why it is one is shown when the solution is open. */
function casesOfReview(
  challenge: Challenge,
  tested: Tested,
  bench: WorkbenchMessages,
  format: Format,
): Case[] {
  const passed = new Map(tested.results.map((result) => [result.testId, result.passed]))
  const required = challenge.problems.filter(({ isOptional }) => !isOptional)
  const problems = required.map(({ id, path, from, to, category, explanation = '' }): Case => {
    const isFound = passed.get(id) ?? false
    const lines =
      from === to ? bench.line(format.number(from)) : bench.lines(format.number(from), format.number(to))
    return {
      id,
      name: (isFound ? bench.found : bench.missed)(bench.reviewCategories[category], path),
      description: [isFound || isOpen(challenge) ? lines : '', explanation].filter(Boolean).join('. '),
      passed: isFound,
      place: isOpen(challenge) ? { path, line: from } : undefined,
    }
  })
  const wrong = marksOf(tested.texts).filter(
    (mark) =>
      !challenge.problems.some(
        ({ path, from, to, category }) =>
          mark.path === path && mark.line >= from && mark.line <= to && mark.category === category,
      ),
  )
  const listed = wrong.map(
    ({ path, line, category }) => `${path}:${line} ${bench.reviewCategories[category]}`,
  )
  return [
    ...problems,
    {
      id: NO_FALSE_MARKS,
      name: wrong.length > 0 ? bench.falseMarks : bench.noFalseMarks,
      description: listed.join('\n'),
      passed: passed.get(NO_FALSE_MARKS),
    },
  ]
}
