import { RUN_TIME_LIMIT } from '@rehearse/contracts/constants'
import { launchChromium } from '@rehearse/testing'
import { type ChallengeRun, NARROWEST, openFilesRunner, openRunner, type Runner } from './challenge-runner.ts'
import { runConcurrently } from './check.ts'
import { checkFilesMutants, validateFiles } from './check-files.ts'
import { checkMutants, type MutationReport } from './check-mutants.ts'
import { type ContentChallenge, readChallenges, withAlternative, withChanges } from './read-challenges.ts'
import { hashOf, readVerified } from './verified.ts'

export interface ChallengeReport {
  readonly challenges: readonly ContentChallenge[]
  readonly mutations: readonly MutationReport[]
  /** One line per problem. */
  readonly problems: readonly string[]
}

export interface ChallengeChoice {
  readonly wanted?: (id: string) => boolean
  /** Which to run; `changed` are those that differ from what was last verified. */
  readonly runs?: 'changed' | 'all'
  /** Of which to run mutants. */
  readonly mutants?: 'changed' | 'all'
  readonly say?: (done: number, all: number) => void
}

/** Runs the challenges of a content folder: the starter code, the solutions, the mistakes, and mutants. */
export async function checkChallenges(
  folder: URL,
  { wanted = () => true, runs = 'all', mutants = 'changed', say }: ChallengeChoice = {},
): Promise<ChallengeReport> {
  const { challenges, problems } = readChallenges(folder)
  const chosen = challenges.filter(({ id }) => wanted(id))
  const verified = readVerified()
  const changed = new Set(chosen.filter((challenge) => !verified.has(hashOf(challenge))))
  const browser = await launchChromium()
  try {
    const run = await openRunner(browser)
    const runMutant = await openRunner(browser, mutantLimit)
    const hasFiles = chosen.some(({ kind }) => kind !== 'web')
    const runFiles = hasFiles ? await openFilesRunner(browser) : null
    const runMutantFiles = hasFiles ? await openFilesRunner(browser, filesMutantLimit) : null
    const mutations: MutationReport[] = []
    const found = await runConcurrently(
      chosen.filter((challenge) => runs === 'all' || changed.has(challenge)),
      atOnce,
      async (challenge) => {
        const check = async () => {
          const withFiles = challenge.kind === 'web' ? null : runFiles
          const invalid = await (withFiles
            ? validateFiles(challenge, withFiles)
            : validateChallenge(challenge, run))
          if (mutants === 'changed' && !changed.has(challenge)) return invalid
          const mutation = await (withFiles && runMutantFiles
            ? checkFilesMutants(challenge, runMutantFiles)
            : checkMutants(challenge, runMutant))
          mutations.push(mutation)
          return [...invalid, ...mutation.problems]
        }
        const problems = await check().catch((error: unknown) => [String(error)])
        return problems.map((problem) => `${challenge.id}: ${problem}`)
      },
      say,
    )
    return { challenges: chosen, mutations, problems: [...problems, ...found.flat()] }
  } finally {
    await browser.close()
  }
}

/** Milliseconds: twice what learners have. A mutant that never ends costs this much. */
const mutantLimit = 2 * RUN_TIME_LIMIT
/** Milliseconds: tests of files may wait for timers and a page. */
const filesMutantLimit = 5_000
const atOnce = 2

/**
 * Checks the tests of a challenge: the starter code fails, the solution passes on narrow and wide screens, and so do
 * solutions written differently, typical mistakes fail, and no test passes with any code.
 */
export async function validateChallenge(
  challenge: ContentChallenge,
  run: Runner,
): Promise<readonly string[]> {
  const { alternatives, mistakes, solution, starterCode, testCases } = challenge
  const tests = testCases.map(({ id }) => id)
  const [starter, narrow, wide, ...wrong] = await Promise.all([
    run(challenge, starterCode),
    run(challenge, solution, NARROWEST),
    run(challenge, solution),
    ...mistakes.map(async ({ changes }) => run(challenge, withChanges(solution, changes))),
  ])
  const different = await Promise.all(
    alternatives.map(async (one) => run(challenge, withAlternative(solution, one))),
  )
  const failing = [starter, ...wrong]
  return [
    ...(isAll(starter, tests) ? ['the starter code passes already'] : []),
    ...solutionProblems(narrow, tests, `the solution at ${NARROWEST} pixels`),
    ...solutionProblems(wide, tests, 'the solution'),
    ...(alternatives.length === 0 ? ['has no second correct solution'] : []),
    ...alternatives.flatMap(({ alternative }, position) =>
      solutionProblems(different[position], tests, `"${alternative}"`),
    ),
    ...(mistakes.length < fewestMistakes ? [`has fewer than ${fewestMistakes} mistakes to reject`] : []),
    ...mistakes.flatMap(({ mistake }, position) => mistakeProblems(mistake, wrong[position], tests)),
    ...endErrors('the starter code', starter),
    ...tests
      .filter((test) => failing.every(({ passed }) => passed.includes(test)))
      .map((test) => `the test ${test} passes whatever one writes`),
  ]
}

const fewestMistakes = 2

const isAll = ({ passed }: ChallengeRun, tests: readonly string[]): boolean =>
  tests.every((test) => passed.includes(test))

const endErrors = (what: string, { end }: ChallengeRun): string[] =>
  end === 'done' ? [] : [`${what} does not end: ${end}`]

function solutionProblems(run: ChallengeRun | undefined, tests: readonly string[], what: string): string[] {
  if (run === undefined) return []
  const failed = tests.filter((test) => !run.passed.includes(test))
  return [...endErrors(what, run), ...(failed.length === 0 ? [] : [`${what} fails: ${failed.join(', ')}`])]
}

function mistakeProblems(mistake: string, run: ChallengeRun | undefined, tests: readonly string[]): string[] {
  if (run === undefined) return []
  return [
    ...endErrors(`"${mistake}"`, run),
    ...(isAll(run, tests) ? [`"${mistake}" passes`] : []),
    // In this case it is more likely a typo of ours than the intended mistake.
    ...(run.passed.length === 0 && tests.length > 1 ? [`"${mistake}" passes no test at all`] : []),
  ]
}
