import { type Body, extendFixtures, type Fixtures } from './fixtures.ts'
import { titleOf } from './titles.ts'

type Mode = 'run' | 'only' | 'skip'

export interface Suite {
  name: string
  parent: Suite | null
  mode: Mode
  hooks: Record<HookName, Body[]>
  entries: (Suite | Test)[]
}
export interface Test {
  name: string
  suite: Suite
  mode: Mode
  /** Passes if its body fails. */
  isInverted: boolean
  body: Body
  /** Without a placeholder for the rows of a table. */
  isTable: boolean
  /** Of `test.extend`. */
  fixtures: Fixtures | null
}
type HookName = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll'

/** A function or a class stands for its name. */
const nameOf = (name: unknown): string => (typeof name === 'function' ? name.name : String(name))

const isSuite = (entry: Suite | Test): entry is Suite => 'entries' in entry

const newSuite = (name: string, parent: Suite | null, mode: Mode): Suite => ({
  name,
  parent,
  mode,
  hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
  entries: [],
})

/** `describe`, `test` and hooks, and the tree that they fill. They work only while `collect` runs a test file. */
export function createCollector() {
  const root = newSuite('', null, 'run')
  let current: Suite | null = null

  const inside = (): Suite => {
    if (current === null) throw new Error('tests can only be declared in a test file, while it loads')
    return current
  }

  const addTest = (name: unknown, body: unknown, how: How, isTable = false) => {
    const suite = inside()
    if (typeof body !== 'function') return
    const { mode, isInverted, fixtures } = how
    suite.entries.push({ name: nameOf(name), suite, mode, isInverted, body: body as Body, isTable, fixtures })
  }

  const addSuite = (name: unknown, body: unknown, mode: Mode) => {
    const suite = newSuite(nameOf(name), inside(), mode)
    inside().entries.push(suite)
    const outer = current
    current = suite
    try {
      if (typeof body === 'function') body()
    } finally {
      current = outer
    }
  }

  /** `each` of a list of rows, or of a table as a template; the body gets a row's values, of `for` the row. */
  const eachOf =
    (add: (name: string, body: Body, options: unknown) => void, isSpread = true) =>
    (rows: readonly unknown[], ...cells: unknown[]) =>
    (name: unknown, first: unknown, second?: unknown) => {
      const [body, options] = bodyAndOptions(first, second)
      for (const [at, row] of rowsOf(rows, cells).entries()) {
        const values = Array.isArray(row) ? row : [row]
        const call: Body = isSpread ? () => body(...values) : (context) => body(row, context)
        add(titleOf(nameOf(name), values, at), call, options)
      }
    }

  const testOf = (how: How): Body => {
    const add = (name: unknown, body: Body, options: unknown, isTable = false) =>
      addTest(name, body, withOptions(how, options), isTable)
    const make: Body = (name, first, second) => add(name, ...bodyAndOptions(first, second))
    return Object.assign(make, {
      each: eachOf((name, body, options) => add(name, body, options, true)),
      for: eachOf(add, false),
    })
  }
  const suiteOf = (mode: Mode): Body => {
    const add = (name: unknown, body: Body, options: unknown) =>
      addSuite(name, body, withOptions({ ...plain, mode }, options).mode)
    const make: Body = (name, first, second) => add(name, ...bodyAndOptions(first, second))
    return Object.assign(make, { each: eachOf(add), for: eachOf(add, false) })
  }

  type Api = Body & { only: Body; skip: Body }
  const testApi = (fixtures: Fixtures | null): Api => {
    const of = (mode: Mode, isInverted = false) => testOf({ mode, isInverted, fixtures })
    const skip = of('skip')
    const test: Api = Object.assign(of('run'), {
      only: of('only'),
      skip,
      todo: () => {},
      fails: of('run', true),
      failing: of('run', true),
      concurrent: of('run'),
      sequential: of('run'),
      skipIf: (condition: unknown) => (condition ? skip : test),
      runIf: (condition: unknown) => (condition ? test : skip),
      extend: (...given: unknown[]) => testApi(extendFixtures(fixtures, given)),
    })
    return test
  }
  const test = testApi(null)
  const { skip } = test
  const skipSuite = suiteOf('skip')
  const describe: Api = Object.assign(suiteOf('run'), {
    only: suiteOf('only'),
    skip: skipSuite,
    todo: () => {},
    concurrent: suiteOf('run'),
    sequential: suiteOf('run'),
    skipIf: (condition: unknown) => (condition ? skipSuite : describe),
    runIf: (condition: unknown) => (condition ? describe : skipSuite),
  })
  const hook =
    (name: HookName) =>
    (body: Body): void => {
      inside().hooks[name].push(body)
    }

  const api = {
    describe,
    suite: describe,
    fdescribe: describe.only,
    xdescribe: describe.skip,
    test,
    it: test,
    fit: test.only,
    xit: skip,
    xtest: skip,
    beforeAll: hook('beforeAll'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    afterAll: hook('afterAll'),
  }
  return {
    api,
    root,
    async collect(load: () => unknown): Promise<void> {
      current = root
      try {
        await load()
      } finally {
        current = null
      }
    },
    /** Declares nothing while a file loads that isn't part of the tests. */
    pause<Value>(load: () => Value): Value {
      const before = current
      current = null
      const resume = () => {
        current = before
      }
      try {
        const result = load()
        // One that awaits something while it loads.
        if (result instanceof Promise) return result.finally(resume) as Value
        resume()
        return result
      } catch (error) {
        resume()
        throw error
      }
    },
  }
}

/** How a test runs. */
type How = Pick<Test, 'mode' | 'isInverted' | 'fixtures'>
const plain: How = { mode: 'run', isInverted: false, fixtures: null }

/** A test's body and its options, or its time limit, in either order. */
const bodyAndOptions = (first: unknown, second: unknown): [Body, unknown] =>
  (typeof first === 'function' ? [first, second] : [second, first]) as [Body, unknown]

function withOptions(how: How, options: unknown): How {
  if (typeof options !== 'object' || options === null) return how
  const { skip, todo, only, fails } = options as Record<string, unknown>
  return {
    ...how,
    mode: skip || todo ? 'skip' : only ? 'only' : how.mode,
    isInverted: how.isInverted || fails === true,
  }
}

/** Of a template, the first line names the columns. */
function rowsOf(rows: readonly unknown[], cells: readonly unknown[]): readonly unknown[] {
  if (!('raw' in rows)) return rows
  const columns = String(rows[0])
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '')
  const names = (columns ?? '')
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const found: Record<string, unknown>[] = []
  for (let at = 0; at + names.length <= cells.length; at += names.length)
    found.push(Object.fromEntries(names.map((name, column) => [name, cells[at + column]])))
  return found
}

/** The tests to run with their full names, in order; those that are skipped, or not chosen by `only`, are left out. */
export function testsToRun(root: Suite): Test[] {
  const all = [...testsIn(root)]
  const modes = ({ mode, suite }: Test): Mode[] => {
    const found = [mode]
    for (let one: Suite | null = suite; one !== null; one = one.parent) found.push(one.mode)
    return found
  }
  const someOnly = all.some((test) => modes(test).includes('only'))
  return all.filter((test) => !modes(test).includes('skip') && (!someOnly || modes(test).includes('only')))
}

function* testsIn(suite: Suite): Generator<Test> {
  for (const entry of suite.entries) {
    if (isSuite(entry)) yield* testsIn(entry)
    else yield entry
  }
}

export const suitesOf = ({ suite }: Test): Suite[] => {
  const found: Suite[] = []
  for (let one: Suite | null = suite; one !== null; one = one.parent) found.unshift(one)
  return found
}

export const fullName = (test: Test): string =>
  [...suitesOf(test).map(({ name }) => name), test.name].filter((name) => name !== '').join(' > ')
