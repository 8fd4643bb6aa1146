import type { ModuleRequest, ModuleSource, RunnerMessage } from '@rehearse/contracts'
import { RUN_TESTS } from '@rehearse/contracts/constants'
import { isTestFile, resolveImport } from '@rehearse/contracts/questions/challenge-imports'
import { expectTypeOf } from 'expect-type'
import { createCollector, fullName, type Suite, suitesOf, type Test, testsToRun } from './collect.ts'
import { captureConsole } from './console.ts'
import { beginAssertions, endAssertions, expect } from './expect.ts'
import { type Body, withFixtures } from './fixtures.ts'
import { shorten, show } from './show.ts'
import { resetTestDoubles, vi } from './vi.ts'

type Exports = Readonly<Record<string, unknown>>

/** What differs between a worker and a page. */
export interface Environment {
  /** Packages besides the test library's own. */
  packages: Readonly<Record<string, Exports>>
  addStyle(css: string): void
  afterEachTest(): void
}

type Send = (message: RunnerMessage) => void

// Learners' code may replace them.
// biome-ignore lint/security/noGlobalEval: the runner evaluates what learners write, and only there.
const evaluate = globalThis.eval
const realSetTimeout = setTimeout
const { port1: hopStart, port2: hopEnd } = new MessageChannel()

/** The test that runs, which writes to the console and can ask to be called back. */
let running: RunningTest | null = null
interface RunningTest {
  id: string
  onFinished: Body[]
  onFailed: Body[]
}

const inTest = (list: 'onFinished' | 'onFailed') => (body: Body) => {
  if (running === null) throw new Error(`on${list.slice(2)} can only be called in a test`)
  running[list].push(body)
}
const onTestFinished = inTest('onFinished')
const onTestFailed = inTest('onFailed')

/** As the compiler reads modules with a default export. */
export const moduleOf = (exports: object, fallback: unknown = exports): Exports =>
  Object.freeze({ default: fallback, ...exports, __esModule: true })

/**
 * Runs the test files, or renders the entry, and reports through `send`. Only test files, and helpers that learners
 * can't edit, have the test library: the code under test can neither declare tests nor change matchers.
 */
export async function runModules(
  request: ModuleRequest,
  environment: Environment,
  send: Send,
): Promise<void> {
  const uncaught: { event: Event; error: unknown }[] = []
  captureConsole(send, {
    runningTest: () => running?.id ?? null,
    onUncaught: (event, error) => uncaught.push({ event, error }),
  })
  /** The first error that no code has caught; a listener that prevents the default has handled it. */
  const takeUncaught = (): Failure | null => {
    const open = uncaught.splice(0).find(({ event }) => !event.defaultPrevented)
    return open === undefined ? null : new Failure(open.error)
  }
  const { api, root, collect, pause } = createCollector()
  const own = { expect, expectTypeOf, assertType: () => {}, onTestFinished, onTestFailed }
  const library: Exports = Object.freeze({ ...api, ...own, vi, vitest: vi, jest: vi })
  const forTests = moduleOf(library, undefined)
  const packages = new Map<string, Exports>(Object.entries(environment.packages))
  for (const name of ['vitest', '@jest/globals']) packages.set(name, forTests)
  // It has types only.
  packages.set('@type-challenges/utils', moduleOf({}))
  const load = createLoader(request.modules, packages, library, environment.addStyle, pause)

  if (request.tests.length === 0) {
    if (request.entry !== null) await reportFailure(() => load(request.entry ?? ''), request.entry, send)
    await nextTask()
    send({ type: 'done' })
    return
  }
  const [firstFile = ''] = request.tests
  for (const path of request.tests) await reportFailure(() => collect(() => load(path)), path, send)
  const planned = named(testsToRun(root))
  if (planned.length > RUN_TESTS) {
    const text = `There are ${planned.length} tests. At most ${RUN_TESTS} can run here.`
    send({ type: 'problem', path: firstFile, text, stack: '' })
    send({ type: 'done' })
    return
  }
  send({ type: 'plan', tests: planned.map(([testId]) => testId) })
  const chosen = request.only === null ? planned : planned.filter(([testId]) => testId === request.only)
  const lastOfSuite = new Map(chosen.flatMap(([, test]) => suitesOf(test).map((suite) => [suite, test])))
  const begun = new Map<Suite, Failure | null>()
  for (const [testId, test] of chosen) {
    running = { id: testId, onFinished: [], onFailed: [] }
    const failure = await runTest(test, begun, environment)
    const late = await endSuites(test, lastOfSuite)
    // Rejections are reported in a task of their own.
    await nextMessage()
    await nextMessage()
    const found = failure ?? late ?? takeUncaught()
    uncaught.length = 0
    send({ type: 'result', testId, name: fullName(test), passed: found === null, ...found?.report })
    running = null
    if (found !== null && request.bail) break
  }
  // Code whose promises never settle down ends here.
  await nextTask(lastErrors)
  const failure = takeUncaught()
  if (failure !== null) {
    const { error, stack } = failure.report
    send({ type: 'problem', path: firstFile, text: `After the tests: ${error}`, stack })
  }
  send({ type: 'done' })
}

/** Milliseconds in which code may still throw after the last test. */
const lastErrors = 20

/** What a test threw. A class, since a promise that resolves with a plain object looks for its `then`. */
class Failure {
  readonly report: { error: string; stack: string; expected?: string; got?: string }
  constructor(error: unknown) {
    const { message, stack, expected, actual, showDiff } = (
      typeof error === 'object' && error !== null ? error : { message: show(error) }
    ) as { message?: unknown; stack?: unknown; expected?: unknown; actual?: unknown; showDiff?: unknown }
    const name = error instanceof Error && error.name !== 'AssertionError' ? `${error.name}: ` : ''
    const hasValues = showDiff === true || (expected !== undefined && actual !== undefined)
    // Those of `expect.soft` are texts already.
    const write = (value: unknown) =>
      typeof value === 'string' && !(error instanceof Error) ? shorten(value) : show(value)
    this.report = {
      error: shorten(withoutColors(name + String(message ?? ''))),
      stack: shorten(typeof stack === 'string' ? stack : ''),
      ...(hasValues && { expected: write(expected), got: write(actual) }),
    }
    Object.setPrototypeOf(this, null)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of terminal colors start with one.
const withoutColors = (text: string): string => text.replace(/\u001b\[\d+m/g, '')

async function reportFailure(body: () => unknown, path: string, send: Send): Promise<void> {
  try {
    await body()
  } catch (error) {
    const { error: text, stack } = new Failure(error).report
    send({ type: 'problem', path, text, stack })
  }
}

/** Identifiers of tests are their names, which may be too long or occur twice. */
function named(tests: readonly Test[]): [string, Test][] {
  const taken = new Set<string>()
  return tests.map((test) => {
    const name = fullName(test)
    let id = name.slice(0, longestId)
    for (let count = 2; taken.has(id); count += 1) {
      const ending = ` (${count})`
      id = name.slice(0, longestId - ending.length) + ending
    }
    taken.add(id)
    return [id, test]
  })
}

const longestId = 100

async function runTest(
  test: Test,
  begun: Map<Suite, Failure | null>,
  environment: Environment,
): Promise<Failure | null> {
  const suites = suitesOf(test)
  let failure: Failure | null = null
  for (const suite of suites) {
    if (!begun.has(suite)) begun.set(suite, await attempt(() => runAll(suite.hooks.beforeAll)))
    failure ??= begun.get(suite) ?? null
  }
  const cleanUps: (() => unknown)[] = []
  failure ??= await attempt(async () => {
    beginAssertions(fullName(test))
    for (const suite of suites) {
      for (const hook of suite.hooks.beforeEach) {
        const cleanUp = await callBody(hook)
        if (typeof cleanUp === 'function') cleanUps.push(cleanUp as () => unknown)
      }
    }
    if (test.fixtures === null) await callBody(test.body, test.isTable)
    else await withFixtures(test.fixtures, test.body, contextOf({}))
    await endAssertions()
  })
  for (const suite of suites.toReversed())
    failure = (await attempt(() => runAll(suite.hooks.afterEach.toReversed()))) ?? failure
  for (const cleanUp of cleanUps.toReversed()) failure = (await attempt(cleanUp)) ?? failure
  if (failure !== null) for (const body of running?.onFailed ?? []) await attempt(() => body(contextOf({})))
  for (const body of running?.onFinished.toReversed() ?? [])
    failure = (await attempt(() => body(contextOf({})))) ?? failure
  resetTestDoubles()
  failure = (await attempt(environment.afterEachTest)) ?? failure
  if (!test.isInverted) return failure
  return failure === null ? new Failure(new Error('expected this test to fail')) : null
}

async function endSuites(test: Test, lastOfSuite: ReadonlyMap<Suite, Test>): Promise<Failure | null> {
  let failure: Failure | null = null
  for (const suite of suitesOf(test).toReversed()) {
    if (lastOfSuite.get(suite) === test)
      failure = (await attempt(() => runAll(suite.hooks.afterAll.toReversed()))) ?? failure
  }
  return failure
}

async function attempt(body: () => unknown): Promise<Failure | null> {
  try {
    await body()
    return null
  } catch (error) {
    return new Failure(error)
  }
}

async function runAll(hooks: readonly ((...values: unknown[]) => unknown)[]): Promise<void> {
  for (const hook of hooks) await callBody(hook)
}

const takesDone = /^(?:async\s+)?(?:function\b[^(]*)?\(?\s*(?:done|cb|callback|next|finish|resolve)\b/

/** Calls a test or a hook, with Jest's `done` where it is asked for. */
async function callBody(body: (...values: unknown[]) => unknown, isTable = false): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const done = (error?: unknown) => (error === undefined || error === null ? resolve() : reject(error))
  Object.assign(done, {
    fail: (reason?: unknown) => reject(new Error(String(reason ?? 'done.fail was called'))),
  })
  if (isTable) return await body()
  if (body.length > 0 && takesDone.test(Function.prototype.toString.call(body))) {
    await body(done)
    await promise
    return undefined
  }
  return await body(contextOf(done))
}

const contextOf = (target: object): object =>
  Object.assign(target, {
    expect,
    task: { name: running?.id ?? '' },
    onTestFinished,
    onTestFailed,
    skip: () => {
      throw new Error("context.skip isn't supported here: use test.skip or test.skipIf")
    },
  })

/** Evaluates modules on demand, each once. Import cycles get what is exported so far, as in Node. */
function createLoader(
  modules: readonly ModuleSource[],
  packages: ReadonlyMap<string, Exports>,
  library: Exports,
  addStyle: (css: string) => void,
  pause: <Value>(load: () => Value) => Value,
) {
  const sources = new Map(modules.map((module) => [module.path, module]))
  const loaded = new Map<string, { exports: unknown }>()

  /** Runs what a module imports and awaits while it loads, in the order of the imports; then the module. */
  const loadInOrder = async (path: string): Promise<unknown> => {
    await loadAwaiting(path, new Set())
    return load(path)
  }
  const loadAwaiting = async (path: string, visited: Set<string>): Promise<void> => {
    const source = sources.get(path)
    if (source === undefined || visited.has(path) || loaded.has(path)) return
    visited.add(path)
    for (const [, name = ''] of source.code.matchAll(/\brequire\("(\.[^"\n]+)"\)/g)) {
      const target = resolveImport(path, name, sources)
      if (target !== null) await loadAwaiting(target, visited)
    }
    if (!source.isAsync) return
    const module = { exports: {} as unknown }
    loaded.set(path, module)
    await (isTestFile(path) ? run(source, module) : pause(() => run(source, module)))
  }

  const load = (path: string): unknown => {
    const known = loaded.get(path)
    if (known) return known.exports
    const source = sources.get(path)
    if (source === undefined) throw new Error(`There is no file ${path}`)
    const module = { exports: {} as unknown }
    loaded.set(path, module)
    if (path.endsWith('.css')) {
      addStyle(source.code)
      module.exports = moduleOf({}, classesIn(source.code))
    } else if (path.endsWith('.json')) module.exports = JSON.parse(source.code)
    else if (path.endsWith('.md')) module.exports = moduleOf({}, source.code)
    else if (isTestFile(path)) run(source, module)
    else pause(() => run(source, module))
    return module.exports
  }

  const run = ({ path, code, isTrusted, isAsync }: ModuleSource, module: { exports: unknown }): unknown => {
    const require = (name: string): unknown => {
      if (!name.startsWith('.')) {
        if (!isTrusted && testPackages.test(name))
          throw new Error(`${name} can only be imported by test files`)
        const found = packages.get(name)
        if (found === undefined) throw new Error(`There is no package ${name} here`)
        return found
      }
      const target = resolveImport(path, name, sources)
      if (target === null) throw new Error(`${path} imports ${name}, which doesn't exist`)
      return load(target)
    }
    // `global` is what Node calls it.
    const given = {
      ...{ require, module, exports: module.exports, global: globalThis },
      __importMeta: {
        url: `file:///${path}`,
        filename: `/${path}`,
        env: { MODE: 'test' },
        vitest: undefined,
      },
    }
    const scope: Exports = { ...given, ...(isTrusted && library) }
    const names = Object.keys(scope)
    const made = evaluate(
      // The inner function lets a file declare a name of the scope, such as `suite`, itself.
      `(function (${names.join(', ')}) { 'use strict'; return (${isAsync ? 'async ' : ''}() => { ${code}\n})() })\n//# sourceURL=${sourcePrefix}${path}`,
    )
    return Reflect.apply(
      made,
      undefined,
      names.map((name) => scope[name]),
    )
  }
  return loadInOrder
}

/** In stack traces. */
const sourcePrefix = 'challenge:'
const testPackages = /^(?:vitest|@jest\/|@testing-library\/)/

const classesIn = (css: string): Exports =>
  Object.fromEntries([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => [name, name]))

const nextTask = (ms = 0): Promise<void> => new Promise((done) => realSetTimeout(done, ms))

const nextMessage = (): Promise<void> =>
  new Promise((done) => {
    hopEnd.onmessage = () => done()
    hopStart.postMessage(null)
  })
