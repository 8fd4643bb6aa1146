import { z } from 'zod'
import { longText, shortText, slug } from '../common.ts'
import { importsOf, isTestFile, resolveImport } from './challenge-imports.ts'

/**
 * How a challenge is solved and graded. `web`: HTML, CSS and JavaScript, graded by test cases. `typescript` and
 * `react`: files, graded by the compiler and by test files. `tests`: the learner writes the test file, which must pass
 * on the code and fail on each mutant of it. `review`: the learner marks the problems in the files.
 */
export const CHALLENGE_KINDS = ['web', 'typescript', 'react', 'tests', 'review'] as const
export const challengeKinds = z.enum(CHALLENGE_KINDS)
export type ChallengeKind = z.infer<typeof challengeKinds>

/** The maximum number of a challenge's files, and of the characters of one. */
export const CHALLENGE_FILES_MAX = 10
export const CHALLENGE_FILE_MAX = 50_000

/** Packages that files of challenges may import: the runner has no others. */
export const CHALLENGE_PACKAGES = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  '@testing-library/react',
  '@testing-library/user-event',
  '@testing-library/jest-dom',
  '@testing-library/jest-dom/vitest',
  'vitest',
  '@jest/globals',
  '@type-challenges/utils',
] as const

/** Folders and a name with a known ending: `src/cart.test.ts`. */
const path = z
  .string()
  .max(100)
  .regex(
    /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:[jt]sx?|css|json|md)$/,
    'must be a relative path such as src/cart.ts, with one of the endings .ts, .tsx, .js, .jsx, .css, .json, .md',
  )

/** One file as text. */
export const challengeText = z.object({ path, text: longText(CHALLENGE_FILE_MAX) })
export type ChallengeText = z.infer<typeof challengeText>

/** A file of the starter. Hidden ones are part of the tests; learners can't open them. */
export const challengeFile = challengeText.extend({
  access: z.enum(['editable', 'read-only', 'hidden']).default('editable'),
})
export type ChallengeFile = z.infer<typeof challengeFile>

const texts = z.array(challengeText).max(CHALLENGE_FILES_MAX)

/** A wrong version of the code, for `tests`: the files it replaces. */
export const challengeMutant = z.object({ name: shortText(200), files: texts.min(1) })

export const REVIEW_CATEGORIES = [
  'bug',
  'security',
  'performance',
  'accessibility',
  'types',
  'readability',
] as const

/**
 * A problem that a review should find. A mark on any of its lines with its category finds it. An optional one may be
 * marked, too, but isn't required.
 */
export const reviewProblem = z.object({
  id: slug,
  path,
  /** The first and the last line, counted from 1. */
  from: z.int().min(1).max(CHALLENGE_FILE_MAX),
  to: z.int().min(1).max(CHALLENGE_FILE_MAX),
  category: z.enum(REVIEW_CATEGORIES),
  isOptional: z.boolean().optional(),
  /** Shown with the solution. */
  explanation: longText(2_000),
})

/** Another correct solution. */
export const otherSolution = z.object({
  title: shortText(200),
  /** For example `O(n log n) time, O(n) space`. */
  complexity: longText(500).default(''),
  explanation: longText(10_000).default(''),
  /** Of `web` challenges: the JavaScript. */
  javascript: longText(CHALLENGE_FILE_MAX).optional(),
  files: texts.default([]),
})

/** The parts of a challenge whose relations are checked. */
interface FilesAndTests {
  kind: ChallengeKind
  files: readonly ChallengeFile[]
  solutionFiles: readonly ChallengeText[]
  testCases: readonly unknown[]
  mutants: readonly { files: readonly ChallengeText[] }[]
  problems: readonly { id: string; path: string; from: number; to: number }[]
  otherSolutions: readonly { files: readonly ChallengeText[] }[]
}

/** A rule that a challenge breaks, and where. */
export interface FileProblem {
  path: (string | number)[]
  message: string
}

/** Checks what a challenge of each kind needs, its paths and its imports. */
export function findFileProblems(challenge: FilesAndTests): FileProblem[] {
  const { kind, files, solutionFiles, testCases, mutants, problems, otherSolutions } = challenge
  const found: FileProblem[] = []
  const report = (at: (string | number)[], message: string) => found.push({ path: at, message })
  const existing = new Map(files.map((file) => [file.path, file]))

  reportRepeated(files, 'files', report)
  if (kind === 'web') {
    if (testCases.length === 0) report(['testCases'], 'must contain at least one test')
    if (files.length > 0) report(['files'], 'must be empty for this kind')
    return found
  }
  if (files.length === 0) report(['files'], 'must contain at least one file')
  if (testCases.length > 0) report(['testCases'], 'must be empty for this kind: its tests are in files')
  for (const [at, { path: name }] of solutionFiles.entries()) {
    if (existing.get(name)?.access !== 'editable')
      report(['solutionFiles', at, 'path'], 'must be the path of an editable file')
  }
  for (const [list, entries] of [
    ['mutants', mutants],
    ['otherSolutions', otherSolutions],
  ] as const) {
    for (const [at, entry] of entries.entries()) {
      for (const [index, { path: name }] of entry.files.entries()) {
        if (!existing.has(name)) report([list, at, 'files', index, 'path'], 'must be the path of a file')
      }
    }
  }
  if (kind === 'review') {
    if (problems.length === 0) report(['problems'], 'must contain at least one problem')
    for (const [at, problem] of problems.entries()) {
      const file = existing.get(problem.path)
      if (file === undefined) report(['problems', at, 'path'], 'must be the path of a file')
      else if (problem.to < problem.from || problem.to > file.text.split('\n').length)
        report(['problems', at, 'to'], 'must be a line of the file, not before the first one')
    }
    return found
  }
  if (!files.some(({ access }) => access === 'editable')) report(['files'], 'must contain an editable file')
  if (!files.some((file) => isTestFile(file.path)))
    report(['files'], 'must contain a test file, such as sum.test.ts')
  if (kind === 'tests' && mutants.length === 0) report(['mutants'], 'must contain at least one mutant')

  reportImports(files, 'files', existing, report)
  reportImports(solutionFiles, 'solutionFiles', existing, report)
  return found
}

type Report = (at: (string | number)[], message: string) => void

/** On many systems `Cart.ts` and `cart.ts` are one file. */
function reportRepeated(files: readonly ChallengeText[], list: string, report: Report): void {
  const seen = new Set<string>()
  for (const [at, { path: name }] of files.entries()) {
    if (seen.has(name.toLowerCase()))
      report([list, at, 'path'], 'must be unique, also when capital letters are ignored')
    seen.add(name.toLowerCase())
  }
}

function reportImports(
  files: readonly ChallengeText[],
  list: string,
  existing: ReadonlyMap<string, ChallengeText>,
  report: Report,
): void {
  const all = new Map([...existing.values(), ...files].map((file) => [file.path, file.text]))
  for (const [at, { path: name, text }] of files.entries()) {
    for (const source of importsOf(text)) {
      if (!source.startsWith('.')) {
        if (!(CHALLENGE_PACKAGES as readonly string[]).includes(source))
          report([list, at, 'text'], `imports the unknown package ${source}`)
      } else if (resolveImport(name, source, all) === null)
        report([list, at, 'text'], `imports ${source}, which doesn't exist`)
    }
    const cycle = findCycle(name, all)
    if (cycle !== null) report([list, at, 'text'], `is part of an import cycle: ${cycle.join(' → ')}`)
  }
}

/** The way from a file back to itself; null if there is none. */
function findCycle(start: string, files: ReadonlyMap<string, string>): string[] | null {
  const visited = new Set<string>()
  const walk = (name: string, way: readonly string[]): string[] | null => {
    for (const source of importsOf(files.get(name) ?? '')) {
      const next = source.startsWith('.') ? resolveImport(name, source, files) : null
      if (next === start) return [...way, next]
      if (next === null || visited.has(next)) continue
      visited.add(next)
      const rest = walk(next, [...way, next])
      if (rest !== null) return rest
    }
    return null
  }
  return walk(start, [start])
}
