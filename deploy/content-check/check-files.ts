import type { ChallengeText } from '@rehearse/contracts'
import { needsPage } from '../../frontend/src/features/coding/type-service.ts'
import type { FilesRun, FilesRunner } from './challenge-runner.ts'
import { runConcurrently } from './check.ts'
import { inFile, type MutationReport } from './check-mutants.ts'
import { type FilesMutant, mutantsOfFiles } from './mutate.ts'
import { type ContentChallenge, withChanges } from './read-challenges.ts'

/**
 * Checks a challenge with files: the starter fails, the solution and the solutions written differently pass, mistakes
 * fail, and no test passes with any code.
 */
export async function validateFiles(
  challenge: ContentChallenge,
  run: FilesRunner,
): Promise<readonly string[]> {
  if (challenge.kind === 'review') return reviewProblems(challenge)
  const { alternatives, files, kind, mistakes, otherSolutions, solutionFiles, tags } = challenge
  const starter = await run(challenge, [])
  const solution = await run(challenge, solutionFiles)
  const problems = solutionProblems(solution, 'the solution')
  if (isSolved(starter)) problems.push('the starter passes already')
  if (starter.end !== 'done') problems.push(`the starter does not end: ${starter.end}`)
  const hasApp = files.some(({ path, access }) => /^App\.tsx?$/.test(path) && access === 'read-only')
  if (needsPage(files) && !hasApp) problems.push('has no App.tsx that its preview renders')
  if (otherSolutions.length === 0) problems.push('has no second correct solution')
  for (const { title, files } of otherSolutions)
    problems.push(...solutionProblems(await run(challenge, files), `"${title}"`))
  for (const { alternative, files = [] } of alternatives)
    problems.push(...solutionProblems(await run(challenge, files), `"${alternative}"`))
  if (mistakes.length < fewestMistakes) problems.push(`has fewer than ${fewestMistakes} mistakes to reject`)
  const failing = [starter]
  for (const { mistake, files = [] } of mistakes) {
    const wrong = await run(challenge, files)
    failing.push(wrong)
    if (isSolved(wrong)) problems.push(`"${mistake}" passes`)
    // In this case it is more likely a typo of ours than the intended mistake.
    else if (!wrong.passed.some((test) => test !== 'types') && solution.tests.length > 2)
      problems.push(...[`"${mistake}" passes no test at all:`, ...wrong.failures].slice(0, 6))
  }
  // Of a bug to fix, most tests pass before. A mutant may be one that every mistake misses.
  const always = solution.tests.filter(
    (test) => test !== 'types' && failing.every(({ passed }) => passed.includes(test)),
  )
  if (kind !== 'tests' && !tags.includes('fix-the-bug'))
    problems.push(...always.map((test) => `the test "${test}" passes whatever one writes`))
  return problems
}

const fewestMistakes = 2

export const isSolved = ({ end, tests, passed }: FilesRun): boolean =>
  end === 'done' && tests.length > 0 && tests.every((test) => passed.includes(test))

function solutionProblems(run: FilesRun, what: string): string[] {
  if (isSolved(run)) return []
  const end = run.end === 'done' ? [] : [`${what} does not end: ${run.end}`]
  return [...end, ...run.failures.map((failure) => `${what} fails: ${failure}`)]
}

function reviewProblems({ files, problems }: ContentChallenge): string[] {
  const lines = new Map(files.map(({ path, text }) => [path, text.split('\n')]))
  const ids = problems.map(({ id }) => id)
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `has two problems ${id}`),
    ...problems
      .filter(
        ({ path, from, to }) =>
          !lines
            .get(path)
            ?.slice(from - 1, to)
            .some((line) => line.trim() !== ''),
      )
      .map(({ id, path, from, to }) => `problem ${id}: ${path}:${from}–${to} has no code`),
    ...problems.filter(({ explanation }) => !explanation).map(({ id }) => `problem ${id} has no explanation`),
  ]
}

/** Runs mutants of the solution of a `typescript` or `react` challenge: see checkMutants. */
export async function checkFilesMutants(
  challenge: ContentChallenge,
  run: FilesRunner,
): Promise<MutationReport> {
  const { equivalents, files, id, kind, solutionFiles } = challenge
  const none = { id, mutants: 0, killed: 0, equivalent: 0, problems: [] }
  if (kind !== 'typescript' && kind !== 'react') return none
  const solution = textsOf(solutionFiles)
  const mutants = mutantsOfFiles(solution, textsOf(files))
  const possible = new Set(
    mutantsOfFiles(solution, textsOf(files), { most: Number.POSITIVE_INFINITY }).map(keyOf),
  )
  const listed = new Set(
    equivalents.flatMap(({ mutants: changes }) =>
      changes.map((change) => {
        const changed = withChanges(solution, [change])
        return keyOf({ path: change.in, text: changed[change.in] ?? '' })
      }),
    ),
  )
  const survivors: FilesMutant[] = []
  await runConcurrently(mutants, atOnce, async (mutant) => {
    const changed = solutionFiles.map((file) =>
      file.path === mutant.path ? { ...file, text: mutant.text } : file,
    )
    if (isSolved(await run(challenge, changed))) survivors.push(mutant)
  })
  const isListed = (mutant: FilesMutant) => listed.has(keyOf(mutant))
  return {
    id,
    mutants: mutants.length,
    killed: mutants.length - survivors.length,
    equivalent: survivors.filter(isListed).length,
    problems: [
      ...survivors.filter((mutant) => !isListed(mutant)).map((mutant) => `survives: ${written(mutant)}`),
      ...mutants
        .filter((mutant) => isListed(mutant) && !survivors.includes(mutant))
        .map((mutant) => `is listed as equivalent, but fails: ${written(mutant)}`),
      ...[...listed].filter((key) => !possible.has(key)).map((key) => `is listed, but no mutant: ${key}`),
    ],
  }
}

const atOnce = 4
const keyOf = ({ path, text }: { path: string; text: string }): string => JSON.stringify([path, text])
const textsOf = (files: readonly ChallengeText[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]))
const written = ({ path, replace, with: instead }: FilesMutant): string =>
  inFile({ language: path, replace, with: instead })
