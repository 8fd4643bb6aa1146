import type { ModuleRequest, ModuleSource, RunnerMessage } from '@rehearse/contracts'
import { isTestFile, resolveImport } from '@rehearse/contracts/questions/challenge-imports'
import { createCollector, fullName, type Suite, suitesOf, type Test, testsToRun } from './collect.ts'
import { beginAssertions, endAssertions, expect } from './expect.ts'
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

/** Which test writes to the console. */
let running: string | null = null
export const runningTest = (): string | null => running

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
  const { api, root, collect, pause } = createCollector()
  const library: Exports = Object.freeze({ ...api, expect, vi, vitest: vi, jest: vi })
  const forTests = moduleOf(library, undefined)
  const packages = new Map<string, Exports>(Object.entries(environment.packages))
  for (const name of ['vitest', '@jest/globals']) packages.set(name, forTests)
  // It has types only.
  packages.set('@type-challenges/utils', moduleOf({}))
  const load = createLoader(request.modules, packages, library, environment.addStyle, pause)

  if (request.tests.length === 0) {
    if (request.entry !== null) reportFailure(() => load(request.entry ?? ''), request.entry, send)
    await nextTask()
    send({ type: 'done' })
    return
  }
  for (const path of request.tests) reportFailure(() => collect(() => load(path)), path, send)
  const planned = named(testsToRun(root))
  send({ type: 'plan', tests: planned.map(([testId]) => testId) })
  const chosen = request.only === null ? planned : planned.filter(([testId]) => testId === request.only)
  const lastOfSuite = new Map(chosen.flatMap(([, test]) => suitesOf(test).map((suite) => [suite, test])))
  const begun = new Map<Suite, Failure | null>()
  for (const [testId, test] of chosen) {
    running = testId
    const failure = await runTest(test, begun, environment)
    const late = await endSuites(test, lastOfSuite)
    const found = failure ?? late
    send({ type: 'result', testId, name: fullName(test), passed: found === null, ...found?.report })
    running = null
    if (found !== null && request.bail) break
  }
  // Code whose promises never settle down ends here.
  await nextTask()
  send({ type: 'done' })
}

/** What a test threw. A class, since a promise that resolves with a plain object looks for its `then`. */
class Failure {
  readonly report: { error: string; stack: string; expected?: string; got?: string }
  constructor(error: unknown) {
    const { message, stack, expected, actual, showDiff } = (
      typeof error === 'object' && error !== null ? error : { message: show(error) }
    ) as { message?: unknown; stack?: unknown; expected?: unknown; actual?: unknown; showDiff?: unknown }
    const name = error instanceof Error && error.name !== 'AssertionError' ? `${error.name}: ` : ''
    const hasValues = showDiff === true || (expected !== undefined && actual !== undefined)
    this.report = {
      error: shorten(withoutColors(name + String(message ?? ''))),
      stack: shorten(typeof stack === 'string' ? stack : ''),
      ...(hasValues && { expected: show(expected), got: show(actual) }),
    }
    Object.setPrototypeOf(this, null)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of terminal colors start with one.
const withoutColors = (text: string): string => text.replace(/\u001b\[\d+m/g, '')

function reportFailure(body: () => unknown, path: string, send: Send): void {
  try {
    body()
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
    beginAssertions()
    for (const suite of suites) {
      for (const hook of suite.hooks.beforeEach) {
        const cleanUp = await callBody(hook)
        if (typeof cleanUp === 'function') cleanUps.push(cleanUp as () => unknown)
      }
    }
    await callBody(test.body, test.isTable)
    endAssertions()
  })
  for (const suite of suites.toReversed())
    failure = (await attempt(() => runAll(suite.hooks.afterEach.toReversed()))) ?? failure
  for (const cleanUp of cleanUps.toReversed()) failure = (await attempt(cleanUp)) ?? failure
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
  return await body(Object.assign(done, { expect, task: { name: running } }))
}

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

  const run = ({ path, code, isTrusted }: ModuleSource, module: { exports: unknown }): void => {
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
    const given = { require, module, exports: module.exports, global: globalThis }
    const scope: Exports = { ...given, ...(isTrusted && library) }
    const names = Object.keys(scope)
    const made = evaluate(
      // The inner function lets a file declare a name of the scope, such as `suite`, itself.
      `(function (${names.join(', ')}) { 'use strict'; (() => { ${code}\n})() })\n//# sourceURL=${sourcePrefix}${path}`,
    )
    Reflect.apply(
      made,
      undefined,
      names.map((name) => scope[name]),
    )
  }
  return load
}

/** In stack traces. */
const sourcePrefix = 'challenge:'
const testPackages = /^(?:vitest|@jest\/|@testing-library\/)/

const classesIn = (css: string): Exports =>
  Object.fromEntries([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => [name, name]))

const nextTask = (): Promise<void> => new Promise((done) => realSetTimeout(done, 0))
