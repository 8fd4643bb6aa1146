import { withMistake } from './mistake.ts'
import type { ChallengeRun, Runner } from './open-runner.ts'
import type { ContentChallenge } from './read-challenges.ts'

/**
 * Whether the tests of a challenge tell right from wrong: the starter code fails, the solution passes on narrow and
 * wide screens, typical mistakes fail, and no test passes whatever one writes.
 */
export async function judgeChallenge(challenge: ContentChallenge, run: Runner): Promise<readonly string[]> {
  const { mistakes, solution, starterCode, testCases } = challenge
  const tests = testCases.map(({ id }) => id)
  const [starter, narrow, wide, ...wrong] = await Promise.all([
    run(challenge, starterCode),
    run(challenge, solution, narrowest),
    run(challenge, solution),
    ...mistakes.map(async (one) => run(challenge, withMistake(solution, one))),
  ])
  const failing = [starter, ...wrong]
  return [
    ...(isAll(starter, tests) ? ['the starter code passes already'] : []),
    ...solutionFaults(narrow, tests, ` at ${narrowest} pixels`),
    ...solutionFaults(wide, tests, ''),
    ...(mistakes.length < fewestMistakes ? [`has fewer than ${fewestMistakes} mistakes to tell apart`] : []),
    ...mistakes.flatMap(({ mistake }, position) => mistakeFaults(mistake, wrong[position], tests)),
    ...endFaults('the starter code', starter),
    ...tests
      .filter((test) => failing.every(({ passed }) => passed.includes(test)))
      .map((test) => `the test ${test} passes whatever one writes`),
  ]
}

const narrowest = 320
const fewestMistakes = 2

const isAll = ({ passed }: ChallengeRun, tests: readonly string[]): boolean =>
  tests.every((test) => passed.includes(test))

const endFaults = (what: string, { end }: ChallengeRun): string[] =>
  end === 'done' ? [] : [`${what} does not end: ${end}`]

function solutionFaults(run: ChallengeRun, tests: readonly string[], where: string): string[] {
  const failed = tests.filter((test) => !run.passed.includes(test))
  return [
    ...endFaults(`the solution${where}`, run),
    ...(failed.length === 0 ? [] : [`the solution fails${where}: ${failed.join(', ')}`]),
  ]
}

function mistakeFaults(mistake: string, run: ChallengeRun | undefined, tests: readonly string[]): string[] {
  if (run === undefined) return []
  return [
    ...endFaults(`"${mistake}"`, run),
    ...(isAll(run, tests) ? [`"${mistake}" passes`] : []),
    // Then it is more likely a slip of ours than the mistake it is meant to be.
    ...(run.passed.length === 0 && tests.length > 1 ? [`"${mistake}" passes no test at all`] : []),
  ]
}
