import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilesRunner, openFilesRunner, openRunner, type Runner } from './challenge-runner.ts'
import { sampleChallenge, sampleFiles } from './sample-challenge.ts'

let browser: Browser
let runFiles: FilesRunner
let run: Runner
beforeAll(async () => {
  browser = await launchChromium()
  runFiles = await openFilesRunner(browser)
  run = await openRunner(browser)
})
afterAll(() => browser?.close())

const kinds = ['typescript', 'react'] as const
const runOf = (files: Record<string, string>, kind: (typeof kinds)[number] = 'typescript') =>
  runFiles({ ...sampleChallenge, kind, files: sampleFiles(files) }, [])

/** A test file with a preceding import of code that does nothing. */
const testsOnly = (tests: string) => ({
  'code.ts': 'export const later = (ms: number) => new Promise((done) => setTimeout(done, ms))\n',
  'code.test.ts': `import { later } from './code'\n${tests}\n`,
})

describe('a run fails as in Vitest', () => {
  test.each([
    [
      'expectations that are not awaited',
      "test('one', () => { expect(later(1).then(() => 1)).resolves.toBe(2) })",
    ],
    [
      'rejections that no code handles',
      "test('one', () => { void later(0).then(() => { throw new Error('lost') }) })",
    ],
    [
      'expectations in a function that is not awaited',
      "test('one', () => { void (async () => { await Promise.resolve(); expect(1).toBe(2) })() })",
    ],
    ['errors in timers', "test('one', () => { setTimeout(() => { throw new Error('late') }, 0) })"],
    [
      'errors after the last test',
      "test('one', () => { setTimeout(() => { throw new Error('late') }, 10) })",
    ],
  ])('for %s', async (_what, tests) => {
    for (const kind of kinds) {
      const { end, results } = await runOf(testsOnly(`void later\n${tests}`), kind)
      expect([kind, end, results.filter(({ passed }) => !passed).length]).toEqual([kind, 'done', 1])
    }
  })

  test('but not for what code handles', async () => {
    const tests = `test('one', async () => {
  const rejected = Promise.reject(new Error('handled'))
  rejected.catch(() => {})
  await expect(rejected).rejects.toThrow('handled')
  const later = expect(Promise.resolve(1)).resolves.toBe(1)
  await later
})
`
    for (const kind of kinds) expect((await runOf(testsOnly(tests), kind)).failures).toEqual([])
  })
})

describe('types of the learner’s file are checked', () => {
  const tests = "import { sum } from './sum'\ntest('sum', () => { expect(sum).toBeDefined() })\n"
  test.each([
    ['@ts-nocheck', "// @ts-nocheck\nexport const sum: number = 'a'\n"],
    ['@ts-nocheck in a block', "/* @ts-nocheck */\nexport const sum: number = 'a'\n"],
    ['@ts-ignore', "// @ts-ignore\nexport const sum: number = 'a'\n"],
    ['@ts-ignore in a block', "/* @ts-ignore */ export const sum: number = 'a'\n"],
    ['@ts-expect-error', "// @ts-expect-error\nexport const sum: number = 'a'\n"],
  ])('despite %s', async (_name, text) => {
    const starter = sampleFiles({ 'sum.ts': 'export const sum = 0\n', 'sum.test.ts': tests })
    const challenge = { ...sampleChallenge, kind: 'typescript' as const, files: starter }
    expect((await runFiles(challenge, [{ path: 'sum.ts', text }])).passed).toEqual(['sum'])
  })

  test('and texts that look like a directive stay as they are', async () => {
    const text = "export const sum: '@ts-ignore' = '@ts-ignore'\n// a line about @ts-ignore\n"
    const exact = "import { sum } from './sum'\ntest('sum', () => { expect(sum).toBe('@ts-' + 'ignore') })\n"
    expect((await runOf({ 'sum.ts': text, 'sum.test.ts': exact })).failures).toEqual([])
  })

  test('and helpers of type tests reject any', async () => {
    const text = 'export type Result = ReturnType<any>\nexport type IsString = any\n'
    const puzzle = `import type { Alike, Equal, Expect, ExpectFalse, ExpectTrue, IsTrue, NotAny } from '@type-challenges/utils'
import type { IsString, Result } from './sum'
type Cases = [
  // @ts-expect-error any is no string
  Expect<Equal<Result, string>>,
  // @ts-expect-error any is no object
  Expect<Alike<{ a: Result }, { a: string }>>,
  // @ts-expect-error any is not true
  Expect<IsString>,
  // @ts-expect-error any is not true
  ExpectTrue<IsString>,
  // @ts-expect-error any is not false
  ExpectFalse<IsString>,
  // @ts-expect-error any is not true
  IsTrue<IsString>,
  // @ts-expect-error it is any
  Expect<NotAny<Result>>,
]
test('cases', () => { const cases: Cases | null = null; expect(cases).toBe(null) })
`
    expect((await runOf({ 'sum.ts': text, 'sum.test.ts': puzzle })).failures).toEqual([])
  })
})

/** Of each value: the code, and how it is printed. */
const printed = [
  ['new Set([1])', 'Set {1}'],
  ["new Map([['a', 1]])", 'Map {"a" => 1}'],
  ['new Date(0)', '1970-01-01T00:00:00.000Z'],
  ["[new TypeError('no')]", '[[TypeError: no]]'],
  ['/a/gi', '/a/gi'],
  ['10n', '10n'],
  ['-0', '-0'],
  ['[undefined, null, NaN]', '[undefined, null, NaN]'],
  ["Symbol('a')", 'Symbol(a)'],
  ["{ b: 1, a: { c: 'x' } }", '{"b": 1, "a": {"c": "x"}}'],
] as const

const consoleCode = `
console.table([{ a: 1, b: 'x' }, { a: 2 }])
console.dir({ a: 1 })
console.assert([].length > 0, 'not %s', 'equal')
console.assert(true, 'never')
console.count(); console.count('b'); console.count(); console.countReset(); console.count()
console.group('outer'); console.log('inner'); console.groupEnd(); console.log('%s is %d', 'a', 1, [2n])
console.log(new Proxy({}, { get() { throw new Error('closed') } }))
console.log('after', new Error('broken'))
`
const consoleTexts = [
  `┌─────────┬───┬─────┐
│ (index) │ a │ b   │
├─────────┼───┼─────┤
│ 0       │ 1 │ "x" │
│ 1       │ 2 │     │
└─────────┴───┴─────┘`,
  '{"a": 1}',
  'Assertion failed: not equal',
  ...['default: 1', 'b: 1', 'default: 2', 'default: 1'],
  ...['outer', '  inner', 'a is 1 [2n]'],
  expect.stringContaining('closed'),
  'after Error: broken',
]

describe('values are told apart', () => {
  test('in the console of a test', async () => {
    const logs = printed.map(([code]) => `console.log(${code})`).join('\n')
    const tests = `test('logs', () => {\n${logs}\n${consoleCode}})`
    for (const kind of kinds) {
      const { failures, results } = await runOf(testsOnly(`void later\n${tests}`), kind)
      expect(failures).toEqual([])
      const lines = results.at(-1)?.console as { text: string }[]
      expect(lines.map(({ text }) => text)).toEqual([...printed.map(([, text]) => text), ...consoleTexts])
    }
  })

  test('by the tests of code without files', async () => {
    const testCases = [
      ...printed.map(([code], at) => ({ id: `empty-${at}`, input: `(${code})`, expectedOutput: '{}' })),
      { id: 'list', input: 'new Set([1])', expectedOutput: '[1]' },
      { id: 'zero', input: '-0', expectedOutput: '0' },
      { id: 'missing', input: '({ a: undefined })', expectedOutput: '{}' },
      { id: 'plain', input: 'Object.assign(Object.create(null), { a: [1] })', expectedOutput: '{"a":[1]}' },
    ].map((one) => ({ ...one, name: one.id, description: '', type: 'javascript' as const }))
    for (const html of ['', '<p>x</p>']) {
      const code = { html, css: '', javascript: consoleCode }
      const challenge = {
        ...{ ...sampleChallenge, kind: 'web' as const, category: 'javascript' as const },
        ...{ files: [], starterCode: code, testCases },
      }
      const { end, passed, results, console } = await run(challenge, code)
      expect([end, passed]).toEqual(['done', ['plain']])
      expect(results.slice(0, printed.length).map(({ got }) => got)).toEqual(printed.map(([, text]) => text))
      expect(console.map(({ text }) => text)).toEqual(consoleTexts)
    }
  })
})

/** Parts of Vitest: each passes as a whole, and fails with the last line. */
const parts: readonly [name: string, tests: string, failing: string][] = [
  [
    'expect.soft',
    "test('one', () => { expect.soft(1).toBe(1); expect.soft([1]).toEqual([1]) })",
    "test('two', () => { expect.soft(1).toBe(2); expect.soft(1).toBe(1) })",
  ],
  [
    'expect.poll',
    `test('one', async () => { let n = 0; await expect.poll(() => (n += 1)).toBe(3); await expect.poll(() => [n]).not.toEqual([0]) })`,
    "test('two', async () => { await expect.poll(() => 1, { timeout: 60 }).toBe(2) })",
  ],
  [
    'expectTypeOf and assertType',
    `test('one', () => { expectTypeOf({ a: 1 }).toEqualTypeOf<{ a: number }>(); assertType<string>('a') })`,
    "test('two', () => { expectTypeOf<string>().toEqualTypeOf<number>() })",
  ],
  [
    'toMatchInlineSnapshot',
    `test('one', () => {
  expect({ b: 1, a: ['x'] }).toMatchInlineSnapshot(\`
    {
      "a": [
        "x",
      ],
      "b": 1,
    }
  \`)
  expect('a').toMatchInlineSnapshot(\`"a"\`)
  expect(() => { throw new Error('no') }).toThrowErrorMatchingInlineSnapshot(\`[Error: no]\`)
})`,
    "test('two', () => { expect(1).toMatchInlineSnapshot('2') })",
  ],
  [
    'onTestFinished',
    `const calls: string[] = []
test('one', ({ onTestFinished: later }) => { onTestFinished(() => { calls.push('a') }); later(() => { calls.push('b') }) })
test('after', () => { expect(calls).toEqual(['b', 'a']) })`,
    "test('two', () => { onTestFinished(() => { throw new Error('late') }) })",
  ],
  [
    'describe.each with options, and for',
    `describe.each([[1, 2], [2, 3]])('%i', { timeout: 500 }, (a, b) => { test('next', { timeout: 500 }, () => { expect(a + 1).toBe(b) }) })
describe.each([1])('skipped', { skip: true }, () => { test('never', () => { expect(1).toBe(2) }) })
test.for([[1, 1]])('for %i', ([a, b], { expect }) => { expect(a).toBe(b) })
test('fails', { fails: true }, () => { expect(1).toBe(2) })`,
    "describe.each([[1, 2]])('%i', { timeout: 500 }, (a, b) => { test('same', () => { expect(a).toBe(b) }) })",
  ],
  [
    'vi.waitUntil and vi.hoisted',
    `const calls = vi.hoisted(() => ({ n: 1 }))
test('one', async () => { expect(await vi.waitUntil(() => (calls.n += 1) > 3 && calls.n)).toBe(4) })`,
    "test('two', async () => { await vi.waitUntil(() => false, { timeout: 60 }) })",
  ],
  [
    'test.extend',
    `const log: string[] = []
const own = test.extend<{ list: number[]; sum: number }>({
  list: async ({}, use) => { log.push('up'); await use([1, 2]); log.push('down') },
  sum: async ({ list }, use) => { await use(list[0]! + list[1]!) },
})
own('one', ({ sum }) => { expect(sum).toBe(3) })
test('after', () => { expect(log).toEqual(['up', 'down']) })`,
    "own('two', ({ list }) => { expect(list).toEqual([]) })",
  ],
  [
    'fake timers that move performance.now',
    `test('one', () => {
  vi.useFakeTimers()
  const start = performance.now()
  vi.advanceTimersByTime(250)
  expect(performance.now() - start).toBe(250)
  vi.setSystemTime(0)
  expect(performance.now() - start).toBe(250)
  vi.useRealTimers()
  expect(Math.abs(performance.now() - start)).toBeLessThan(5_000)
})`,
    "test('two', () => { vi.useFakeTimers({ toFake: ['performance'] }); vi.advanceTimersByTime(1); expect(performance.now() % 1000).toBe(-1) })",
  ],
]

test.each(parts)('%s is as in Vitest', async (_name, tests, failing) => {
  for (const kind of kinds) {
    expect((await runOf(testsOnly(`void later\n${tests}`), kind)).failures).toEqual([])
    expect((await runOf(testsOnly(`void later\n${tests}\n${failing}`), kind)).failures).toHaveLength(1)
  }
})

test('modules may await while they load, and have a URL', async () => {
  const files = {
    'value.ts': 'export const value = await Promise.resolve(20)\n',
    'code.ts':
      "import { value } from './value'\nexport const sum = value + (await Promise.resolve(1))\nexport const url = import.meta.url\n",
    'code.test.ts': `import { sum, url } from './code'
const expected = await Promise.resolve(21)
test('sum', () => { expect(sum).toBe(expected) })
test('url', () => { expect(new URL(url).pathname).toBe('/code.ts') })
`,
  }
  for (const kind of kinds) {
    const { failures, tests } = await runOf(files, kind)
    expect([failures, tests]).toEqual([[], ['types', 'sum', 'url']])
  }
  const rejecting = {
    ...files,
    'value.ts': "export const value: number = await Promise.reject(new Error('no value'))\n",
  }
  expect((await runOf(rejecting)).failures).toContain('Error: no value (value.ts:1)')
})

test('many tests and many elements end with a reason', async () => {
  const many = (count: number) =>
    testsOnly(
      `void later\nfor (let n = 0; n < ${count}; n += 1) test(String(n), () => { expect(n).toBe(n) })`,
    )
  const { end, passed } = await runOf(many(1_200))
  expect([end, passed.length]).toEqual(['done', 1_201])
  expect((await runOf(many(2_100))).failures[0]).toContain('At most 2000')
  const elements = `test('one', async () => {
  document.body.append(...Array.from({ length: 50_000 }, () => document.createElement('i')))
  await later(2_000)
})`
  expect((await runOf(testsOnly(`/// <reference lib="dom" />\n${elements}`), 'react')).end).toBe('too-large')
})
