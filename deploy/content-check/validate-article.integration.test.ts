import type { ArticleDocument, CheatSheetDocument } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, EngineName } from './check.ts'
import { openEngines } from './check-content.ts'
import { validateCheatSheet } from './check-library.ts'
import { validateArticle } from './validate-article.ts'

let browser: Browser
let engines: Record<EngineName, Engine>
beforeAll(async () => {
  browser = await launchChromium()
  engines = openEngines(browser)
}, 240_000)
afterAll(() => browser?.close())

const site = { has: (address: string) => address === '/coding/menu' }
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`
const article = (body: string, changes: Partial<ArticleDocument> = {}) =>
  validateArticle(
    {
      body,
      readingTime: 1,
      sources: [{ title: 'x', url: 'https://example.org' }],
      ...changes,
    } as ArticleDocument,
    site,
    engines,
  )

// The first compilation parses the compiler's own library, which takes long on a busy machine.
describe('checks an article', { timeout: 120_000 }, () => {
  test('whose code has the stated outcome', async () => {
    expect(await article(`${fence('js', 'console.log(1 + 1)')}\n${fence('text', '2')}`)).toEqual([])
    const page = `${fence('html', '<b>x</b>')}\n${fence('css', 'b { color: red }')}\n`
    const script = fence('js', "console.log(getComputedStyle(document.querySelector('b')).color)")
    expect(await article(`${page}${script}\n${fence('text', 'rgb(255, 0, 0)')}`)).toEqual([])
  })

  test('whose component logs what it states, next to a diagram', async () => {
    const component = fence('jsx', "function App() { console.log('rendered')\nreturn <p>x</p> }")
    const diagram = fence('text diagram', 'a --> b')
    expect(await article(`${component}\n${diagram}\n${fence('text', 'rendered')}`)).toEqual([])
    expect(await article(`${component}\n${fence('text', 'nothing')}`)).toEqual([
      'states "nothing", but the outcome is "rendered"',
    ])
  })

  test('whose code has another outcome', async () => {
    expect(await article(`${fence('js', 'console.log(1 + 1)')}\n${fence('text', '3')}`)).toEqual([
      'states "3", but the outcome is "2"',
    ])
    expect(await article(fence('text', 'nothing before it'))).toEqual([
      'no code has the outcome "nothing before it"',
    ])
  })

  test("whose types don't compile, unless it says so", async () => {
    const wrong = fence('ts', 'const n: number = "x"')
    expect(await article(wrong)).toEqual(['states "compiles", but the outcome is "TS2322"'])
    expect(
      await article(`${fence('ts', 'const n: number = 1')}\n${wrong}\n${fence('text', 'TS2322')}`),
    ).toEqual([])
  })

  test('with a wrong reading time, a dead link or no source', async () => {
    expect(await article('A [menu](/coding/menu) and a [ghost](/coding/ghost).', { readingTime: 4 })).toEqual(
      ['takes 1 minutes to read, not 4', "links to /coding/ghost, which doesn't exist"],
    )
    expect(await article('Short.', { sources: [] })).toEqual(['has no source'])
  })
})

describe('a cheat sheet', { timeout: 120_000 }, () => {
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

  test('without duplicate code', async () => {
    expect(await sheet('shell', 'git log', 'git log')).toEqual(['shows git log twice'])
  })
})
