import { pageLibraryUrl, workerLibraryUrl } from 'virtual:challenge-libraries'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type {
  Challenge,
  ChallengeFile,
  ModuleRequest,
  RunConsoleEntry,
  RunModuleReport,
  RunProblem,
} from '@rehearse/contracts'
import { importsOf, isAppFile, isTestFile } from '@rehearse/contracts/questions/challenge-imports'
import { diffLines } from 'diff'
import { isAlwaysChecked } from './code.ts'
import { libraryOf } from './libraries.ts'
import { type CodeRun, type RunEnd, type RunOptions, type RunOutcome, runInFrame } from './run-in-frame.ts'
import type { Diagnostic, FileText, TranspiledFile, TypeChecker } from './type-checker.ts'

/** The parts of a challenge, or of a draft of one, that a run needs. */
export type ChallengeLike = Pick<Challenge, 'kind' | 'timeLimit' | 'files' | 'mutants'>

export interface FilesRunOptions extends Omit<RunOptions, 'timeLimit'> {
  /** See openTypeChecker. */
  checker: Pick<TypeChecker, 'check' | 'transpile'>
  /** Runs this test alone. */
  only?: string | undefined
}

export interface DiffPart {
  type: 'same' | 'added' | 'removed'
  text: string
}

export interface FileTestResult {
  testId: string
  /** `suite > name`; for `types`, `reference` and mutants their id. */
  name: string
  passed: boolean
  error?: string
  expected?: string
  got?: string
  /** From what was expected (`removed`) to what was received (`added`). */
  diff?: DiffPart[]
  /** The line of the test that failed. */
  call?: string
  /** Where the error comes from: in the learner's file, if it is from there. */
  path?: string
  line?: number
  /** What this test wrote to the console. */
  console?: RunConsoleEntry[]
  /** Of `types`. */
  diagnostics?: Diagnostic[]
}

/** What kept the tests from running. */
export interface FilesProblem {
  text: string
  path: string
  line: number | null
}

export interface FilesOutcome {
  end: RunEnd
  results: FileTestResult[]
  console: RunConsoleEntry[]
  problem: FilesProblem | null
}

export interface FilesRun {
  /** Rejects only if the libraries or the compiler can't be loaded. */
  readonly outcome: Promise<FilesOutcome>
  stop(): void
}

/** The challenge's files with the learner's texts of the editable ones. */
function withTexts(challenge: ChallengeLike, texts: readonly FileText[]): (ChallengeFile & FileText)[] {
  const written = new Map(texts.map(({ path, text }) => [path, text]))
  return challenge.files.map((file) =>
    file.access === 'editable'
      ? { ...file, text: written.get(file.path) ?? file.text, isChecked: isAlwaysChecked(file) }
      : file,
  )
}

/**
 * Grades the files of a challenge: types and tests; for `tests` the reference and each mutant. `texts` are the
 * learner's. Results are in the order of the tests, `types` first.
 */
export function runFiles(
  challenge: ChallengeLike,
  texts: readonly FileText[],
  options: FilesRunOptions,
): FilesRun {
  const steps = openSteps(options)
  const files = withTexts(challenge, texts)
  const outcome =
    challenge.kind === 'tests'
      ? runMutants(challenge, files, steps, options)
      : runTests(challenge, files, steps, options)
  return { outcome, stop: steps.stop }
}

/** Renders the entry, `App.tsx`, `App.ts`, or the first editable component, as a page that stays. */
export function previewFiles(
  challenge: ChallengeLike,
  texts: readonly FileText[],
  options: FilesRunOptions,
): FilesRun {
  const steps = openSteps(options)
  const files = withTexts(challenge, texts)
  const start = async (): Promise<FilesOutcome> => {
    const entry =
      files.find(({ path }) => isAppFile(path)) ??
      files.find(({ path, access }) => access === 'editable' && /\.[jt]sx$/.test(path) && !isTestFile(path))
    const built = await build(files, options.checker)
    if ('problem' in built) return { end: 'done', results: [], console: [], problem: built.problem }
    const request = { ...(await requestOf(built, files, true)), tests: [], entry: entry?.path ?? null }
    const run = await steps.run(request, challenge.timeLimit)
    return { end: run.end, results: [], console: run.console, problem: problemOf(run.problem, built) }
  }
  return { outcome: start(), stop: steps.stop }
}

/** The runs of one verdict, one after the other; `stop` ends the current one and those that follow. */
function openSteps(options: FilesRunOptions) {
  let current: CodeRun | null = null
  let isStopped = false
  return {
    async run(request: ModuleRequest, timeLimit: number): Promise<RunOutcome> {
      const { onLost, origin, host, title } = options
      if (isStopped) return { end: 'stopped', results: [], console: [], syntaxError: null, problem: null }
      current?.stop()
      current = runInFrame(request, { origin, host, title, timeLimit, ...(onLost && { onLost }) })
      return current.outcome
    },
    stop(): void {
      isStopped = true
      current?.stop()
    },
  }
}

type Steps = ReturnType<typeof openSteps>

async function runTests(
  challenge: ChallengeLike,
  files: readonly ChallengeFile[],
  steps: Steps,
  { checker, only }: FilesRunOptions,
): Promise<FilesOutcome> {
  const types = only === undefined || only === 'types' ? [await checkTypes(files, checker)] : []
  if (only === 'types') return { end: 'done', results: types, console: [], problem: null }
  const built = await build(files, checker)
  if ('problem' in built) return { end: 'done', results: types, console: [], problem: built.problem }
  const request = await requestOf(built, files, challenge.kind === 'react')
  const run = await steps.run({ ...request, only: only ?? null }, challenge.timeLimit)
  if (run.end === 'done') steps.stop()
  const problem = problemOf(run.problem, built)
  const results = run.results.map((report) => toResult(report, run, built, files))
  // A file that doesn't load, or a run that never gets to its tests, fails although no test did.
  const isIncomplete = problem !== null || (run.end !== 'done' && results.every(({ passed }) => passed))
  const load: FileTestResult[] = isIncomplete
    ? [
        {
          testId: 'load',
          name: 'load',
          passed: false,
          ...(problem && {
            error: problem.text,
            path: problem.path,
            ...(problem.line !== null && { line: problem.line }),
          }),
        },
      ]
    : []
  return { end: run.end, results: [...types, ...load, ...results], console: run.console, problem }
}

/** Milliseconds. Not the challenge's own limit: the first check loads the libraries, which takes seconds on a phone. */
const typesLimit = 20_000

async function checkTypes(
  files: readonly ChallengeFile[],
  checker: FilesRunOptions['checker'],
): Promise<FileTestResult> {
  const found = await checker.check(files, typesLimit)
  if (found === 'timed-out')
    return { testId: 'types', name: 'types', passed: false, error: 'The types take too long to check.' }
  const [first] = found
  if (first === undefined) return { testId: 'types', name: 'types', passed: true }
  const { path, line, message } = first
  return { testId: 'types', name: 'types', passed: false, error: message, path, line, diagnostics: found }
}

/** The learner's tests on the code, then on each mutant of it, until the first failure. */
async function runMutants(
  challenge: ChallengeLike,
  files: readonly ChallengeFile[],
  steps: Steps,
  { checker, only }: FilesRunOptions,
): Promise<FilesOutcome> {
  const runOn = async (changed: readonly FileText[], bail: boolean) => {
    const replaced = new Map(changed.map(({ path, text }) => [path, text]))
    const all = files.map((file) => ({ ...file, text: replaced.get(file.path) ?? file.text }))
    const built = await build(all, checker)
    if ('problem' in built) return { run: null, built, problem: built.problem }
    const run = await steps.run({ ...(await requestOf(built, all, false)), bail }, challenge.timeLimit)
    return { run, built, problem: problemOf(run.problem, built) }
  }
  const first = await runOn([], false)
  if (first.run === null)
    return { end: 'done', results: ungraded(challenge), console: [], problem: first.problem }
  const { end, console } = first.run
  const own = first.run.results
  const broken = own.find(({ passed }) => !passed)
  const isSound = end === 'done' && first.problem === null && own.length > 0 && broken === undefined
  const report = broken ? toResult(broken, first.run, first.built, files) : null
  const reference: FileTestResult = {
    ...report,
    testId: 'reference',
    name: report?.name ?? 'reference',
    passed: isSound,
  }
  if (!isSound) {
    const results = [reference, ...ungraded(challenge).slice(1)]
    return { end, results, console, problem: first.problem }
  }
  const results = [reference]
  for (const [at, mutant] of challenge.mutants.entries()) {
    const testId = `mutant-${at + 1}`
    if (only !== undefined && only !== testId) continue
    const { run } = await runOn(mutant.files, true)
    if (run?.end === 'stopped') return { end: 'stopped', results, console, problem: null }
    const isFound =
      run === null || run.end !== 'done' || run.problem !== null || run.results.some(({ passed }) => !passed)
    results.push({ testId, name: mutant.name, passed: isFound })
  }
  steps.stop()
  return { end, results, console, problem: null }
}

const ungraded = ({ mutants }: ChallengeLike): FileTestResult[] => [
  { testId: 'reference', name: 'reference', passed: false },
  ...mutants.map(({ name }, at) => ({ testId: `mutant-${at + 1}`, name, passed: false })),
]

type Built = ReadonlyMap<string, TranspiledFile & { text: string }>

/** Transpiles all files; a syntax error keeps the code from running. */
async function build(
  files: readonly FileText[],
  checker: FilesRunOptions['checker'],
): Promise<Built | { problem: FilesProblem }> {
  const transpiled = await checker.transpile(files)
  const [error] = transpiled.flatMap(({ errors }) => errors)
  if (error) return { problem: { text: error.message, path: error.path, line: error.line } }
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return new Map(transpiled.map((file) => [file.path, { ...file, text: texts.get(file.path) ?? '' }]))
}

async function requestOf(
  built: Built,
  files: readonly ChallengeFile[],
  isReact: boolean,
): Promise<ModuleRequest> {
  const needsPage =
    isReact ||
    files.some(
      ({ path, text }) =>
        /\.[jt]sx$/.test(path) || importsOf(text).some((name) => /^(?:react|@testing-library)/.test(name)),
    )
  return {
    kind: 'modules',
    in: needsPage ? 'page' : 'worker',
    library: await libraryOf(needsPage ? pageLibraryUrl : workerLibraryUrl),
    modules: files.map(({ path, access }) => ({
      path,
      code: built.get(path)?.code ?? '',
      isTrusted: access !== 'editable' || isTestFile(path),
      isAsync: built.get(path)?.isAsync ?? false,
    })),
    tests: files.filter(({ path }) => isTestFile(path)).map(({ path }) => path),
    entry: null,
    only: null,
    bail: false,
  }
}

interface Place {
  path: string
  line: number
}

/** The locations of a stack trace in the challenge's files, innermost first. */
function placesOf(stack: string, built: Built): Place[] {
  return [...stack.matchAll(/challenge:(.+?):(\d+):(\d+)/g)].flatMap(([, path = '', line, column]) => {
    const map = built.get(path)?.map
    if (!map) return []
    const found = originalPositionFor(new TraceMap(map), { line: Number(line), column: Number(column) - 1 })
    return found.line === null ? [] : [{ path, line: found.line }]
  })
}

const lineOf = ({ path, line }: Place, built: Built): string =>
  built.get(path)?.text.split('\n')[line - 1]?.trim() ?? ''

function problemOf(problem: RunProblem | null, built: Built): FilesProblem | null {
  if (problem === null) return null
  const [place] = placesOf(problem.stack, built)
  return { text: problem.text, path: place?.path ?? problem.path, line: place?.line ?? null }
}

function toResult(
  { testId, name, passed, error, expected, got, stack }: RunModuleReport,
  run: RunOutcome,
  built: Built,
  files: readonly ChallengeFile[],
): FileTestResult {
  const console = run.console.filter((entry) => entry.testId === testId)
  const result: FileTestResult = {
    testId,
    name: name ?? testId,
    passed,
    ...(console.length > 0 && { console }),
  }
  if (passed) return result
  const places = placesOf(stack ?? '', built)
  const editable = new Set(files.filter(({ access }) => access === 'editable').map(({ path }) => path))
  // Of a helper of the tests, the line that calls it: its values are there.
  const inTest = places.findLast(({ path }) => isTestFile(path))
  const [innermost] = places
  const place = innermost && editable.has(innermost.path) ? innermost : inTest
  return {
    ...result,
    ...(error !== undefined && { error }),
    ...(expected !== undefined && { expected }),
    ...(got !== undefined && { got }),
    ...(expected !== undefined && got !== undefined && { diff: diffOf(expected, got) }),
    ...(inTest && { call: lineOf(inTest, built) }),
    ...place,
  }
}

const diffOf = (expected: string, got: string): DiffPart[] =>
  diffLines(expected, got).map(({ added, removed, value }) => ({
    type: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
