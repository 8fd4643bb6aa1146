import { titleOf } from './titles.ts'

export type Body = (...values: unknown[]) => unknown
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

  const addTest = (name: unknown, body: unknown, mode: Mode, isInverted: boolean, isTable = false) => {
    const suite = inside()
    if (typeof body !== 'function') return
    suite.entries.push({ name: nameOf(name), suite, mode, isInverted, body: body as Body, isTable })
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

  /** `each` of a list of rows, or of a table as a template. */
  const eachOf =
    (add: (name: string, body: Body) => void) =>
    (rows: readonly unknown[], ...cells: unknown[]) =>
    (name: unknown, body: Body) => {
      for (const [at, row] of rowsOf(rows, cells).entries()) {
        const values = Array.isArray(row) ? row : [row]
        add(titleOf(String(name), values, at), () => body(...values))
      }
    }

  const testOf = (mode: Mode, isInverted = false): Body => {
    const make: Body = (name, first, second) => {
      const [options, body] = typeof first === 'object' ? [first, second] : [second, first]
      const isSkipped = typeof options === 'object' && options !== null && 'skip' in options && options.skip
      addTest(name, body, isSkipped ? 'skip' : mode, isInverted)
    }
    const each = eachOf((name, body) => addTest(name, body, mode, isInverted, true))
    return Object.assign(make, { each })
  }
  const suiteOf = (mode: Mode): Body => {
    const make: Body = (name, first, second) =>
      addSuite(name, typeof first === 'function' ? first : second, mode)
    const each = eachOf((name, body) => addSuite(name, body, mode))
    return Object.assign(make, { each })
  }

  const skip = testOf('skip')
  const test = Object.assign(testOf('run'), {
    only: testOf('only'),
    skip,
    todo: () => {},
    fails: testOf('run', true),
    failing: testOf('run', true),
    concurrent: testOf('run'),
    skipIf: (condition: unknown) => (condition ? skip : test),
    runIf: (condition: unknown) => (condition ? test : skip),
  })
  const describe = Object.assign(suiteOf('run'), {
    only: suiteOf('only'),
    skip: suiteOf('skip'),
    todo: () => {},
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
    collect(load: () => void): void {
      current = root
      try {
        load()
      } finally {
        current = null
      }
    },
    /** Declares nothing while a file loads that isn't part of the tests. */
    pause<Value>(load: () => Value): Value {
      const before = current
      current = null
      try {
        return load()
      } finally {
        current = before
      }
    },
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
