import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilesRunner, openFilesRunner, openRunner, type Runner } from './challenge-runner.ts'
import type { ContentChallenge } from './read-challenges.ts'
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

/** The wrong result that patches must not turn into a right one. */
const wrong = 'export const sum = (list: number[]): unknown => [list.length]\n'
/** Each way of asking for the right one. */
const sumTest = `import { sum } from './sum'
test('equal', () => { expect(sum([1, 2])).toEqual([3]) })
test('identical', () => { expect(Object.is(sum([1]), 1)).toBe(true) })
test('as text', () => { expect(JSON.stringify(sum([4]))).toBe('[4]') })
test('every one', () => { expect([sum([5])].every((one) => one === 5)).toBe(true) })
test('in time', async () => { await expect(Promise.resolve(sum([6]))).resolves.toBe(6) })
`
/** The same for code without files: an expression, and its value as JSON. */
const sumCases = [
  ['equal', 'sum([1, 2])', '[3]'],
  ['identical', 'Object.is(sum([1])[0], 2)', 'true'],
  ['as-text', 'JSON.stringify(sum([4]))', '"[4]"'],
  ['every-one', 'sum([5]).every((one) => one === 5)', 'true'],
].map(([id = '', input = '', expectedOutput = '']) => ({
  ...{ id, name: id, description: '', type: 'javascript' as const, input, expectedOutput },
}))

const runOf = (
  files: Record<string, string>,
  changes: Partial<ContentChallenge> & { kind?: ContentChallenge['kind'] } = {},
  only?: string,
) => runFiles({ ...sampleChallenge, kind: 'typescript', ...changes, files: sampleFiles(files) }, [], only)

describe('files', () => {
  test('are graded by their types and tests, with the place of an error', async () => {
    const right = 'export const sum = (list: number[]): number => list.reduce((all, n) => all + n, 0)\n'
    const tests = "import { sum } from './sum.js'\nit('adds', () => { expect(sum([1, 2])).toBe(3) })\n"
    expect(await runOf({ 'sum.ts': right, 'sum.test.ts': tests })).toMatchObject({
      end: 'done',
      tests: ['types', 'adds'],
      passed: ['types', 'adds'],
      failures: [],
    })
    const thrown = 'export const sum = (list: string[]): number => {\n  throw new TypeError(list.join())\n}\n'
    const { failures } = await runOf({ 'sum.ts': thrown, 'sum.test.ts': tests })
    expect(failures).toEqual([
      expect.stringMatching(/^types: Type 'number' is not assignable .*\(sum\.test\.ts:2\)$/),
      expect.stringMatching(/^types: /),
      'adds: TypeError: 1,2 (sum.ts:2)',
    ])
  })

  test('report the call, the difference and the console of a failing case, and run one case alone', async () => {
    const code = "export const sum = (list: number[]) => {\n  console.log('sum of', list)\n  return list\n}\n"
    const tests = `import { sum } from './sum'
describe('sum', () => {
  test('of none', () => { expect(sum([])).toEqual([]) })
  test('of two', () => {
    expect(sum([1, 2])).toEqual([3])
  })
})
`
    const files = { 'sum.ts': code, 'sum.test.ts': tests }
    const { results, tests: all } = await runOf(files)
    expect(all).toEqual(['types', 'sum > of none', 'sum > of two'])
    expect(results.at(-1)).toMatchObject({
      call: 'expect(sum([1, 2])).toEqual([3])',
      path: 'sum.test.ts',
      line: 5,
      console: [{ level: 'log', text: 'sum of [1, 2]', testId: 'sum > of two' }],
      diff: expect.arrayContaining([
        { type: 'removed', text: expect.stringContaining('3') },
        { type: 'added', text: expect.stringContaining('1') },
      ]),
    })
    const alone = await runOf(files, {}, 'sum > of two')
    expect(alone.results).toEqual(results.slice(-1))
    expect((await runOf(files, {}, 'types')).tests).toEqual(['types'])
  })

  test('report the line of the test that calls a helper of the tests', async () => {
    const tests = `import { sum } from './sum'
function expectSum(list, expected) {
  expect(sum(list)).toEqual([expected])
}
test('of two', async () => {
  await Promise.resolve()
  expectSum([1, 2], 3)
})
`
    const { results } = await runOf({ 'sum.ts': wrong, 'sum.test.ts': `// @ts-nocheck\n${tests}` })
    expect(results.at(-1)).toMatchObject({ call: 'expectSum([1, 2], 3)', path: 'sum.test.ts', line: 8 })
  })

  test('with React are rendered, clicked and styled in the page', async () => {
    const app = `import { useState } from 'react'
import './app.css'
export default function App() {
  const [count, setCount] = useState(0)
  return <button type="button" className="big" onClick={() => setCount(count + 1)}>Clicked {count} times</button>
}
`
    const tests = `import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import App from './App'
it('counts', async () => {
  render(<App />)
  const button = screen.getByRole('button', { name: /clicked 0/i })
  expect(button).toHaveStyle({ color: 'rgb(1, 2, 3)' })
  await userEvent.setup().click(button)
  expect(button).toHaveTextContent('Clicked 1 times')
})
it('starts again in the next test', () => {
  render(<App />)
  expect(screen.getAllByRole('button')).toHaveLength(1)
})
`
    const files = { 'App.tsx': app, 'app.css': '.big { color: rgb(1, 2, 3) }', 'App.test.tsx': tests }
    const { passed, failures } = await runOf(files, { kind: 'react' })
    expect([passed, failures]).toEqual([['types', 'counts', 'starts again in the next test'], []])
  })

  test('keep the focus when several run at the same time', async () => {
    const files = {
      'field.tsx': 'export const Field = () => <input aria-label="Name" />\n',
      'field.test.tsx': `import { render, screen } from '@testing-library/react'
import { Field } from './field'
test('keeps the focus', async () => {
  const onBlur = vi.fn()
  render(<div onBlur={onBlur}><Field /></div>)
  screen.getByRole('textbox').focus()
  await new Promise((done) => setTimeout(done, 500))
  expect(screen.getByRole('textbox')).toHaveFocus()
  expect(onBlur).not.toHaveBeenCalled()
})
`,
    }
    const runs = Array.from({ length: 6 }, () => runOf(files, { kind: 'react' }))
    for (const { failures } of await Promise.all(runs)) expect(failures).toEqual([])
  })

  test('of `tests` must pass on the code and fail on each mutant', async () => {
    const files = { 'max.ts': 'export const max = (a: number, b: number) => (a > b ? a : b)\n' }
    const mutants = [
      {
        name: 'the smaller',
        files: [{ path: 'max.ts', text: 'export const max = (a: number, b: number) => (a < b ? a : b)\n' }],
      },
      {
        name: 'the first',
        files: [{ path: 'max.ts', text: 'export const max = (a: number, _b: number) => a\n' }],
      },
    ]
    const verdict = async (text: string) => {
      const tests = { path: 'max.test.ts', text: '', access: 'editable' as const }
      const challenge = {
        ...sampleChallenge,
        kind: 'tests' as const,
        mutants,
        files: [...sampleFiles(files), tests],
      }
      return (await runFiles(challenge, [{ path: 'max.test.ts', text }])).passed
    }
    const head = "import { max } from './max'\n"
    expect(await verdict(`${head}it('a', () => { expect(max(1, 2)).toBe(2) })`)).toEqual([
      'reference',
      'mutant-1',
      'mutant-2',
    ])
    expect(await verdict(`${head}it('a', () => { expect(max(2, 1)).toBe(2) })`)).toEqual([
      'reference',
      'mutant-1',
    ])
    expect(await verdict(`${head}it('a', () => { expect(max(2, 1)).toBe(3) })`)).toEqual([])
    expect(await verdict(`${head}it.skip('a', () => { expect(max(1, 2)).toBe(2) })`)).toEqual([])
    expect(await verdict('')).toEqual([])
  })

  test.each([
    ['a loop', 'for (;;) {}'],
    [
      'promises that never settle down',
      'const go = (): Promise<void> => Promise.resolve().then(go); void go()',
    ],
  ])('with %s are stopped', async (_what, code) => {
    const runBriefly = await openFilesRunner(browser, 5_000)
    const files = sampleFiles({ 'sum.ts': `${code}\n${wrong}`, 'sum.test.ts': sumTest })
    for (const kind of ['typescript', 'react'] as const) {
      const { end, tests, passed } = await runBriefly({ ...sampleChallenge, kind, files }, [])
      expect([kind, end]).toEqual([kind, 'timed-out'])
      expect(passed.length).toBeLessThan(tests.length)
    }
  })
})

/** Each tries to make wrong code pass. */
const patches = {
  'Object.is': 'Object.is = () => true',
  'Array.prototype.every': 'Array.prototype.every = () => true',
  'JSON.stringify': "JSON.stringify = () => '[4]'",
  'Promise.prototype.then': 'Promise.prototype.then = function () { return this }',
  'MessagePort.prototype.postMessage': `const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (data) { post.call(this, { ...data, passed: true }) }`,
  'a matcher of its own': `for (const find of [() => expect, () => require('vitest').expect, () => globalThis.expect])
    try { find().extend({ toEqual: () => ({ pass: true, message: () => '' }) }) } catch {}`,
  'the state of expect': `for (const name of ['$$jest-matchers-object', 'matchers-object'])
    globalThis[Symbol.for(name)]?.customEqualityTesters.push(() => true)`,
  'the prototype of all objects': `Object.prototype.asymmetricMatch = () => true; Object.prototype.passed = true
    Object.prototype.then = function (done) { done({ passed: true }) }`,
  'the prototype of arrays': `Object.assign(Array.prototype, { asymmetricMatch: () => true, nodeType: 1, nodeName: 'x',
    isEqualNode: () => true, equals: () => true })`,
  'forged messages': `const ids = ['equal', 'identical', 'as text', 'as-text', 'every one', 'every-one', 'in time']
    const results = ids.map((testId) => ({ type: 'result', testId, passed: true }))
    for (const message of [{ type: 'plan', tests: ids }, ...results, { type: 'done' }]) {
      try { globalThis.parent.postMessage(message, '*') } catch {}
      try { globalThis.postMessage(message) } catch {}
    }`,
}
const attempts = (code: string) => `try { ${code} } catch {}`

describe('wrong code does not pass by patching', () => {
  test.each(Object.entries(patches))('%s', async (_name, code) => {
    // JavaScript, whose types aren't checked.
    const patched = `${attempts(code)}
/** @type {(list: number[]) => unknown} */
export const sum = (list) => [list.length]
`
    for (const kind of ['typescript', 'react'] as const) {
      const { end, passed } = await runOf({ 'sum.js': patched, 'sum.test.ts': sumTest }, { kind })
      expect([kind, end, passed]).toEqual([kind, 'done', ['types']])
    }
    for (const html of ['', '<p>x</p>']) {
      const starterCode = { html, css: '', javascript: '' }
      const challenge: ContentChallenge = {
        ...{
          ...sampleChallenge,
          kind: 'web',
          category: 'javascript',
          files: [],
          starterCode,
          testCases: sumCases,
        },
      }
      const javascript = `${attempts(code)}\nconst sum = (list) => [list.length]`
      expect(await run(challenge, { html, css: '', javascript })).toMatchObject({ end: 'done', passed: [] })
    }
  })
})

test('code receives the stack as text, without the functions on it', async () => {
  const code = `try { Error.prepareStackTrace = (_, sites) => sites } catch {}
export const stack = () => new Error().stack
`
  const tests =
    "import { stack } from './stack'\ntest('text', () => { expect(stack()).toBeTypeOf('string') })\n"
  for (const kind of ['typescript', 'react'] as const)
    expect((await runOf({ 'stack.js': code, 'stack.test.ts': tests }, { kind })).failures).toEqual([])
})

test('what a polyfill adds, and what instances replace, keeps working', async () => {
  const code = `Array.prototype.lastOne = function () { return this[this.length - 1] }
class Own extends Error { name = 'Own' }
class Older extends Error { constructor(message) { super(message); this.name = 'Older' } }
function Legacy() {}
Legacy.prototype.toString = () => 'legacy'
Legacy.prototype.constructor = Legacy
const plain = {}
plain.toString = () => 'plain'
plain.constructor = 1
class Node { constructor(value) { this.value = value } }
export const all = () => [
  [1, 2].lastOne(), new Own('a').name, String(new Older('b')), String(new Legacy()), String(plain), new Node(3).value,
]
`
  const tests = `import { all } from './all'
test('all', () => { expect(all()).toEqual([2, 'Own', 'Older: b', 'legacy', 'plain', 3]) })
`
  for (const kind of ['typescript', 'react'] as const)
    expect((await runOf({ 'all.js': code, 'all.test.ts': tests }, { kind })).failures).toEqual([])
})
