import type { CheatSheetDocument } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, EngineName } from './check.ts'
import { openEngines } from './check-content.ts'
import { validateCheatSheet } from './check-library.ts'
import { planBlocks } from './code-blocks.ts'

let browser: Browser
let engines: Record<EngineName, Engine>
beforeAll(async () => {
  browser = await launchChromium()
  engines = openEngines(browser)
})
afterAll(() => browser?.close())

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`

async function check(blocks: readonly string[], statesOutcomes: boolean) {
  const plans = planBlocks(blocks.join('\n'), statesOutcomes)
  const problems = await Promise.all(plans.map((plan) => plan.check(engines)))
  return { proofs: plans.map(({ proof }) => proof), problems: problems.flat() }
}
const lesson = (...blocks: string[]) => check(blocks, false)
const article = (...blocks: string[]) => check(blocks, true)
const holds = (...proofs: string[]) => ({ proofs, problems: [] })

describe('the code of a lesson', () => {
  test('that logs what its comments say', async () => {
    expect(await lesson(fence('js', "console.log('1' + 1, [2]) // '11' [2]"))).toEqual(holds('run'))
    expect(await lesson(fence('js', 'console.log(1 + 1) // 3'))).toMatchObject({
      problems: ['states "3", but logs "2"'],
    })
    const late = "setTimeout(() => console.log('b')) // b: later\nconsole.log('a')\n// a"
    expect(await lesson(fence('js', late))).toEqual(holds('run'))
    expect(await lesson(fence('js', 'for (const n of [1, 2]) console.log(n) // 1, 2'))).toEqual(holds('run'))
    expect(await lesson(fence('js', 'console.log(await Promise.resolve(1)) // 1'))).toEqual(holds('run'))
    expect(await lesson(fence('ts', 'const n: number = 2\nconsole.log(n) // 1'))).toMatchObject({
      proofs: ['run'],
      problems: ['states "1", but logs "2"'],
    })
    expect(await lesson(fence('js', 'console.log(1) // 1\nmissing()'))).toMatchObject({
      problems: ['throws ReferenceError'],
    })
  })

  test('that runs in a page with the markup before it', async () => {
    const script = fence('js', "console.log(document.querySelector('b').textContent) // x")
    expect(await lesson(fence('html', '<b>x</b>'), script)).toEqual(holds('parsed', 'run'))
    expect(await lesson(script)).toMatchObject({ problems: [expect.any(String), 'throws TypeError'] })
  })

  test('that compiles strictly, with the types of React', async () => {
    const props =
      "import type { ReactNode } from 'react'\nexport const Box = (props: { children: ReactNode }) =>"
    expect(await lesson(fence('tsx', `${props} <p>{props.children}</p>`))).toEqual(holds('compiled'))
    expect(await lesson(fence('tsx', `${props} <p>{props.missing}</p>`))).toMatchObject({
      problems: ['states "compiles", but the outcome is "TS2339"'],
    })
  })

  test('that builds on the block before only where it says so', async () => {
    const [first, second] = ['const n: number = 1', 'const twice = n * 2']
    expect(await lesson(fence('ts', first), fence('ts continued', second))).toEqual(
      holds('compiled', 'compiled'),
    )
    expect(await lesson(fence('ts', first), fence('ts', second))).toMatchObject({
      problems: ['states "compiles", but the outcome is "TS2304"'],
    })
  })

  test('that is wrong on purpose, or a fragment', async () => {
    expect(await lesson(fence('ts error', "const n: number = 'x'"))).toEqual(holds('compiled'))
    expect(await lesson(fence('js error', 'null.x'), fence('js error', 'const = 1'))).toEqual(
      holds('run', 'run'),
    )
    expect(await lesson(fence('js fragment', '{ …rest }'))).toEqual(holds('fragment'))
    expect(
      await lesson(fence('ts error', 'const n = 1'), fence('js error', '1'), fence('js other', '1')),
    ).toMatchObject({
      problems: [
        'is marked as an error, but compiles',
        'is marked as an error, but nothing is wrong with it',
        'has an unknown mark: other',
      ],
    })
  })

  test('that parses', async () => {
    const [jsx, css, html, json] = ['<p>{1}</p>', 'p { color: red; & b { gap: 1px } }', '<p>x', '{ "a": 1 }']
    expect(
      await lesson(
        fence('jsx', jsx),
        fence('css', css),
        fence('html', html),
        fence('json', json),
        fence('http', '?'),
      ),
    ).toEqual(holds('parsed', 'parsed', 'parsed', 'parsed', 'text'))
    const wrong = [
      fence('jsx', '<p>'),
      fence('css', 'p { color: red'),
      fence('html', '<p a a>'),
      fence('json', '{a}'),
    ]
    expect((await lesson(...wrong)).problems).toHaveLength(3)
  })
})

describe('the code of an article', () => {
  test('that has the stated outcome', async () => {
    const page = [fence('html', '<b>x</b>'), fence('css', 'b { color: red }')]
    const script = fence('js', "console.log(getComputedStyle(document.querySelector('b')).color)")
    expect(await article(...page, script, fence('text', 'rgb(255, 0, 0)'))).toMatchObject({ problems: [] })
    expect(await article(fence('js', 'console.log(1 + 1)'), fence('text', '3'))).toMatchObject({
      problems: ['states "3", but the outcome is "2"'],
    })
    expect(await article(fence('ts', 'const n: number = "x"'), fence('text', 'TS2322'))).toMatchObject({
      problems: [],
    })
    expect(await article(fence('text', 'nothing before it'))).toMatchObject({
      problems: ['no code has the outcome "nothing before it"'],
    })
  })

  test('that is a component', async () => {
    const component = fence('jsx', "function App() { console.log('rendered')\nreturn <p>x</p> }")
    expect(await article(component, fence('text', 'rendered'))).toMatchObject({ problems: [] })
    expect(await article(component, fence('text', 'nothing'))).toMatchObject({
      problems: ['states "nothing", but the outcome is "rendered"'],
    })
  })
})

describe('a cheat sheet', () => {
  const sheet = (language: CheatSheetDocument['language'], ...codes: string[]) =>
    validateCheatSheet(
      {
        language,
        groups: [{ title: 'x', entries: codes.map((code) => ({ code, description: 'x' })) }],
      } as CheatSheetDocument,
      engines,
    )

  test('of CSS that the browser supports', async () => {
    const codes = ['gap: 1rem', ':has(> img)', '@media (width > 1px) { a { color: red } }', 'a > b']
    expect(await sheet('css', ...codes)).toEqual([])
    expect(await sheet('css', 'gap: row', 'a >> b', '@nothing x')).toHaveLength(3)
  })

  test('of JavaScript with the stated outcomes', async () => {
    expect(await sheet('javascript', '[3, 1].toSorted() // → [ 1, 3 ]', 'items.map(f)')).toEqual([])
    expect(await sheet('javascript', '1 + 1 // → 3')).toEqual(['states that 1 + 1 is 3, but it is 2'])
  })

  test('of code that parses, as a statement or a part of one', async () => {
    expect(
      await sheet('typescript', 'if (user)', '<K extends keyof T>', 'x is User', 'Record<K, V>'),
    ).toEqual([])
    expect(await sheet('jsx', 'useEffect(() => { … }, [id])', '<input ref={ref} />')).toEqual([])
    expect(await sheet('jsx', 'useEffect(() => {')).toEqual([
      "shows useEffect(() => {, which can't be parsed",
    ])
    expect(await sheet('html', '<p class=>')).toHaveLength(1)
  })

  test('without duplicate code', async () => {
    expect(await sheet('shell', 'git log', 'git log')).toEqual(['shows git log twice'])
  })
})
