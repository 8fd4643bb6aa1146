import { RUN_TIME_LIMIT } from '@rehearse/contracts/constants'
import { chromiumOnDemand } from '@rehearse/testing'
import { type ChallengeRun, NARROWEST, openFilesRunner, openRunner, type Runner } from './challenge-runner.ts'
import { runConcurrently } from './check.ts'
import { checkFilesMutants, validateFiles } from './check-files.ts'
import { checkMutants, type MutationReport } from './check-mutants.ts'
import { type ContentChallenge, readChallenges, withAlternative, withChanges } from './read-challenges.ts'
import { readRequirements, requirementProblems } from './requirements.ts'
import type { Contexts } from './run-in-page.ts'
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
  const { challenges, problems: strays } = readChallenges(folder)
  const chosen = challenges.filter(({ id }) => wanted(id))
  const problems = [...strays, ...chosen.flatMap((challenge) => tableProblems(folder, challenge))]
  const verified = readVerified()
  const changed = new Set(chosen.filter((challenge) => !verified.has(hashOf(challenge))))
  const toRun = chosen.filter((challenge) => runs === 'all' || changed.has(challenge))
  const isWeb = ({ kind }: ContentChallenge) => kind === 'web'
  const groups = [
    { group: toRun.filter(isWeb), open: openWebChecks },
    { group: toRun.filter((challenge) => !isWeb(challenge)), open: openFileChecks },
  ]
  const browser = chromiumOnDemand()
  try {
    const mutations: MutationReport[] = []
    const found: string[][] = []
    for (const { group, open } of groups) {
      if (group.length === 0) continue
      const { validate, mutate } = await open(browser)
      const check = async (challenge: ContentChallenge) => {
        const invalid = await validate(challenge)
        if (mutants === 'changed' && !changed.has(challenge)) return invalid
        const mutation = await mutate(challenge)
        mutations.push(mutation)
        return [...invalid, ...mutation.problems]
      }
      const before = found.length
      const ofGroup = await runConcurrently(
        group,
        atOnce,
        async (challenge) => {
          const problems = await check(challenge).catch((error: unknown) => [String(error)])
          return problems.map((problem) => `${challenge.id}: ${problem}`)
        },
        (done) => say?.(before + done, toRun.length),
      )
      found.push(...ofGroup)
    }
    return { challenges: chosen, mutations, problems: [...problems, ...found.flat()] }
  } finally {
    await browser.close()
  }
}

const tableProblems = (folder: URL, challenge: ContentChallenge): string[] =>
  requirementProblems(challenge, readRequirements(folder, challenge.id)).map(
    (problem) => `${challenge.id}: ${problem}`,
  )

/** How the challenges of a group are checked. */
interface Checks {
  readonly validate: (challenge: ContentChallenge) => Promise<readonly string[]>
  readonly mutate: (challenge: ContentChallenge) => Promise<MutationReport>
}

async function openWebChecks(browser: Contexts): Promise<Checks> {
  const [run, runMutant] = [await openRunner(browser), await openRunner(browser, mutantLimit)]
  return {
    validate: (challenge) => validateChallenge(challenge, run),
    mutate: (challenge) => checkMutants(challenge, runMutant),
  }
}

async function openFileChecks(browser: Contexts): Promise<Checks> {
  const [run, runMutant] = [await openFilesRunner(browser), await openFilesRunner(browser, filesMutantLimit)]
  return {
    validate: (challenge) => validateFiles(challenge, run),
    mutate: (challenge) => checkFilesMutants(challenge, runMutant),
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
