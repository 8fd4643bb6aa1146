import { NARROWEST, type Runner } from './challenge-runner.ts'
import { runConcurrently } from './check.ts'
import { MOST_MUTANTS, MUTATION_SEED, type Mutant, mutantsOf } from './mutate.ts'
import { type ContentChallenge, withChanges } from './read-challenges.ts'

/** How many mutants of a solution its tests rejected. */
export interface MutationReport {
  readonly id: string
  readonly mutants: number
  readonly killed: number
  readonly equivalent: number
  /** One per mutant that passes without being listed, and per entry of the list that is wrong. */
  readonly problems: readonly string[]
}

/**
 * Runs mutants of a solution: the tests must reject each one, or `challenges/equivalents/<id>.json` says why it still
 * does what the challenge asks for.
 */
export async function checkMutants(challenge: ContentChallenge, run: Runner): Promise<MutationReport> {
  const { equivalents, id, solution, starterCode } = challenge
  const mutants = mutantsOf(solution, starterCode)
  const listed = new Set(
    equivalents.flatMap(({ mutants: changes }) =>
      changes.map((change) => JSON.stringify(withChanges(solution, [change]))),
    ),
  )
  const isListed = ({ code }: Mutant) => listed.has(JSON.stringify(code))
  const passes = await passing(challenge, mutants, run)
  const possible = new Set(
    mutantsOf(solution, starterCode, { most: Number.POSITIVE_INFINITY }).map(({ code }) =>
      JSON.stringify(code),
    ),
  )
  return {
    id,
    mutants: mutants.length,
    killed: mutants.length - passes.length,
    equivalent: passes.filter(isListed).length,
    problems: [
      ...passes.filter((mutant) => !isListed(mutant)).map((mutant) => `survives: ${inFile(mutant)}`),
      ...mutants
        .filter((mutant) => isListed(mutant) && !passes.includes(mutant))
        .map((mutant) => `is listed as equivalent, but fails: ${inFile(mutant)}`),
      ...[...listed].filter((code) => !possible.has(code)).map((code) => `is listed, but no mutant: ${code}`),
    ],
  }
}

/**
 * The mutants that pass all tests, on wide and on narrow screens. One that ran out of time may have been held up by
 * another: it runs again, alone.
 */
async function passing(
  challenge: ContentChallenge,
  mutants: readonly Mutant[],
  run: Runner,
): Promise<Mutant[]> {
  const passed = new Set<Mutant>()
  const late: Mutant[] = []
  const attempt = async (mutant: Mutant): Promise<boolean> => {
    for (const width of [undefined, NARROWEST]) {
      const { end, passed: tests } = await run(challenge, mutant.code, width)
      if (end !== 'done') return false
      if (!challenge.testCases.every((test) => tests.includes(test.id))) return true
    }
    passed.add(mutant)
    return true
  }
  await runConcurrently(mutants, atOnce, async (mutant) => {
    if (!(await attempt(mutant))) late.push(mutant)
  })
  for (const mutant of late) await attempt(mutant)
  return mutants.filter((mutant) => passed.has(mutant))
}

const atOnce = 6

/** As it is written in the file of equivalents. */
export const inFile = ({
  language,
  replace,
  with: instead,
}: {
  language: string
  replace: string
  with: string
}): string => JSON.stringify({ in: language, replace: inLines(replace), with: inLines(instead) })

const inLines = (text: string): string | { lines: string[] } =>
  text.includes('\n') ? { lines: text.split('\n') } : text

export const mutationSummary = (reports: readonly MutationReport[]): string => {
  const sum = (key: 'mutants' | 'killed' | 'equivalent') => reports.reduce((all, one) => all + one[key], 0)
  return `${sum('mutants')} mutants of ${reports.length} solutions (seed ${MUTATION_SEED}, at most ${MOST_MUTANTS} each): ${sum('killed')} killed, ${sum('equivalent')} equivalent`
}
