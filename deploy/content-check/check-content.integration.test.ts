import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, EngineName, RunCheck } from './check.ts'
import { openEngines, validate } from './check-content.ts'

let browser: Browser
let engines: Record<EngineName, Engine>
beforeAll(async () => {
  browser = await launchChromium()
  engines = openEngines(browser)
})
afterAll(() => browser.close())

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`

/** A question whose option a is correct and b incorrect, by default. */
const verdict = (content: string, check: RunCheck, texts: readonly [string, string] = ['A', 'B']) =>
  validate(
    {
      content,
      options: texts.map((text, position) => ({
        id: position === 0 ? 'a' : 'b',
        text,
        isCorrect: position === 0,
      })),
      explanation: '',
    },
    check,
    engines,
  )

const outcomes = (a: string, b: string | null) => ({ outcomes: { a, b } })

describe('the outcome', () => {
  test('of a script in Node is its log, and the error that ends it', async () => {
    const content = fence('js', "console.log([1], 'x')\nconsole.log(null.x)")
    expect(
      await verdict(content, { in: 'node', ...outcomes('[ 1 ] x\nthrows TypeError', '[ 1 ] x') }),
    ).toEqual([])
  })

  test('of a module with top-level await is its log too', async () => {
    const content = fence('js', 'const two = await Promise.resolve(2)\nconsole.log(two)')
    expect(await verdict(content, { in: 'node', ...outcomes('2', 'throws SyntaxError') })).toEqual([])
  })

  test('of an endless script is `does not end`', async () => {
    expect(
      await verdict(fence('js', 'for (;;) {}'), { in: 'node', ...outcomes('does not end', '') }),
    ).toEqual([])
  })

  test('of an expression is its value, whatever the script logs', async () => {
    const content = fence('js', "console.log('noise')\nconst set = new Set([1])")
    expect(
      await verdict(content, { in: 'node', evaluate: 'set', ...outcomes('Set(1) { 1 }', 'noise') }),
    ).toEqual([])
  })

  test("of pages that run in parallel or in turn doesn't depend on other pages' cookies and storage", async () => {
    const lonely = (name: string) =>
      engines.page({
        html: '',
        css: '',
        script: `const others = document.cookie + Object.keys(localStorage)
          document.cookie = '${name}=1; Domain=question.test'
          localStorage.setItem('${name}', '1')`,
        evaluate: `new Promise((done) => setTimeout(() => done(others + document.cookie), 100))`,
      })
    expect(await Promise.all(['a', 'b', 'c'].map(lonely))).toEqual(['a=1', 'b=1', 'c=1'])
    expect(await Promise.all(['d', 'e', 'f'].map(lonely))).toEqual(['d=1', 'e=1', 'f=1'])
  })

  test('of a page is the value of its computed styles', async () => {
    const content = fence('html', '<p id="p">x</p>') + fence('css', '#p { color: green } p { color: red }')
    const evaluate = "getComputedStyle(document.querySelector('#p')).color"
    expect(
      await verdict(content, { in: 'page', evaluate, ...outcomes('rgb(0, 128, 0)', 'rgb(255, 0, 0)') }),
    ).toEqual([])
  })

  test('of a page with a script is its log', async () => {
    const content =
      fence('html', '<b>x</b>') + fence('js', "console.log(document.querySelector('b').textContent)\nnowhere")
    expect(await verdict(content, { in: 'page', ...outcomes('x\nthrows ReferenceError', 'x') })).toEqual([])
  })

  test('of types is whether they compile, or the inferred type', async () => {
    const content = fence('ts', "const sizes = ['s', 'm'] as const\ntype Size = (typeof sizes)[number]")
    expect(await verdict(content, { in: 'typescript', ...outcomes('compiles', 'TS2322') })).toEqual([])
    expect(
      await verdict(content, { in: 'typescript', evaluate: 'Size', ...outcomes('"s" | "m"', 'string') }),
    ).toEqual([])
    const wrong = fence('ts', 'const size: number = "s"')
    expect(await verdict(wrong, { in: 'typescript', ...outcomes('TS2322', 'compiles') })).toEqual([])
  })

  test('of a component is what React renders, also after a change', async () => {
    const content = fence(
      'jsx',
      'const [n, setN] = useState(0)\nconst click = () => { setN(n + 1); setN(n + 1) }',
    )
    const check = {
      in: 'react' as const,
      code: 'function App() {\n{code}\nreturn <button onClick={click}>{n}</button> }',
      evaluate: "(await act(async () => root.querySelector('button').click()), root.textContent)",
    }
    expect(await verdict(content, { ...check, ...outcomes('1', '2') })).toEqual([])
  })

  test('of a suspended component is what it renders once its data is loaded', async () => {
    const content = fence(
      'jsx',
      `import { Suspense, use } from 'react'
const name = Promise.resolve('Ana')
const Name = () => <b>{use(name)}</b>
const App = () => <Suspense fallback="Loading"><Name /></Suspense>`,
    )
    const check = { in: 'react' as const, evaluate: 'root.textContent' }
    expect(await verdict(content, { ...check, ...outcomes('Ana', 'Loading') })).toEqual([])
  })
})

describe('options that are code or claims', () => {
  test('run in their place', async () => {
    const check = { in: 'node' as const, code: 'console.log({option})', gives: '5' }
    expect(await verdict('Which gives 5?', check, ['`2 + 3`', '`"2" + 3`'])).toEqual([])
    expect(await verdict('Which gives 5?', check, ['`2 + 3`', '`6 - 1`'])).toEqual([
      'option b is marked incorrect, but the outcome is "5"',
    ])
  })

  test('are evaluated in the browser', async () => {
    const facts = { a: "CSS.supports('display', 'grid')", b: "CSS.supports('display', 'sideways')" }
    expect(await verdict('', { in: 'page', facts })).toEqual([])
    expect(await verdict('', { in: 'page', facts: { ...facts, b: facts.a } })).toHaveLength(1)
  })
})

describe('an open question', () => {
  const content = fence('html', '<p>x</p>') + fence('js', 'console.log([10, 9].sort()[0])')
  const explanation = fence('js', 'console.log([10, 9].sort((a, b) => a - b)[0])')
  const correction = (defect: string, corrected: string, model = explanation) =>
    validate({ content, options: [], explanation: model }, { in: 'page', defect, corrected }, engines)

  test('shows a defect that its model answer corrects', async () => {
    expect(await correction('10', '9')).toEqual([])
  })

  test("is reported if its code works, or its model answer doesn't", async () => {
    expect(await correction('9', '9')).toEqual([
      'the code gives "10", not "9"',
      'the defect makes no difference',
    ])
    expect(await correction('10', '9', content)).toEqual(['the corrected code gives "10", not "9"'])
    expect(await correction('10', '9', 'No code')).toHaveLength(1)
  })
})

describe('a wrong key', () => {
  const content = fence('js', 'console.log(typeof null)')

  test('is reported, as is a second correct option', async () => {
    expect(await verdict(content, { in: 'node', ...outcomes('null', 'undefined') })).toEqual([
      'option a is marked correct, but the outcome is "object"',
    ])
    expect(await verdict(content, { in: 'node', ...outcomes('object', 'object') })).toEqual([
      'option b is marked incorrect, but the outcome is "object"',
    ])
  })

  test('includes an option without a claim, and a claim without an option', async () => {
    expect(await verdict(content, { in: 'node', outcomes: { a: 'object' } })).toEqual([
      'option b has no claim',
    ])
    expect(await verdict(content, { in: 'node', outcomes: { a: 'object', b: null, c: null } })).toEqual([
      'there is no option c',
    ])
  })
})
