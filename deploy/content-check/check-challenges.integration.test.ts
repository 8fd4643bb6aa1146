import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContentChallenge, Mistake } from './check-challenges.ts'
import { openRunner, type Runner, validateChallenge } from './check-challenges.ts'

let browser: Browser
let run: Runner
beforeAll(async () => {
  browser = await launchChromium()
  run = await openRunner(browser)
}, 240_000)
afterAll(() => browser?.close())

const verdict = (changes: Partial<ContentChallenge> = {}) =>
  validateChallenge({ ...doubling, ...changes }, run)

describe('a challenge', { timeout: 120_000 }, () => {
  test('may ship if its tests tell correct code from incorrect code', async () => {
    expect(await verdict()).toEqual([])
  })

  test('may use a page too', async () => {
    const page = {
      category: 'css' as const,
      starterCode: { html: '<p>x</p>', css: '', javascript: '' },
      solution: { html: '<p>x</p>', css: 'p { color: red; margin: 0 }', javascript: '' },
      testCases: [
        testOf('color', 'getComputedStyle(document.querySelector("p")).color', '"rgb(255, 0, 0)"'),
        testOf('margin', 'getComputedStyle(document.querySelector("p")).margin', '"0px"'),
      ],
      mistakes: [wrong('color: red', 'color: blue', 'css'), wrong('margin: 0', 'padding: 0', 'css')],
    }
    expect(await verdict(page)).toEqual([])
    const wide = { ...page.solution, css: 'p { margin: 0 } @media (width > 500px) { p { color: red } }' }
    expect(await verdict({ ...page, solution: wide })).toContain('the solution fails at 320 pixels: color')
  })

  test('may not ship if its starter code passes', async () => {
    expect(await verdict({ starterCode: doubling.solution })).toContain('the starter code passes already')
  })

  test('may not ship if its solution fails', async () => {
    const solution = { ...doubling.solution, javascript: 'const twice = (n) => n * 2 + (n === 0)' }
    expect(await verdict({ solution, mistakes: [] })).toContain('the solution fails: zero')
  })

  test('may not ship without two mistakes, or with one that passes', async () => {
    const mistakes = [wrong('n * 2', '2 * n')]
    expect(await verdict({ mistakes })).toEqual([
      'has fewer than 2 mistakes to reject',
      '"Has n * 2 wrong" passes',
    ])
  })

  test('may not ship with a mistake that is merely broken', async () => {
    const mistakes = [wrong('n * 2', 'n *'), wrong('n * 2', 'n + 3')]
    expect(await verdict({ mistakes })).toEqual(['"Has n * 2 wrong" passes no test at all'])
  })

  test("may not ship with a mistake in code that the solution doesn't have", async () => {
    await expect(verdict({ mistakes: [wrong('n ** 2', 'n')] })).rejects.toThrow('occurs 0 times: n ** 2')
  })

  test('may not ship with a test that always passes', async () => {
    const testCases = [...doubling.testCases, testOf('idle', '1 + 1', '2')]
    expect(await verdict({ testCases })).toEqual(['the test idle passes whatever one writes'])
  })

  test('may not ship if its code never ends', async () => {
    const starterCode = { ...doubling.starterCode, javascript: 'for (;;) {}' }
    const impatient = await openRunner(browser, 1_500)
    expect(await validateChallenge({ ...doubling, starterCode }, impatient)).toContain(
      'the starter code does not end: timed-out',
    )
  })
})

const testOf = (id: string, input: string, expectedOutput: string) => ({
  id,
  name: id,
  description: '',
  type: 'javascript' as const,
  input,
  expectedOutput,
})

const wrong = (replace: string, instead: string, language: 'css' | 'javascript' = 'javascript'): Mistake => ({
  mistake: `Has ${replace} wrong`,
  changes: [{ in: language, replace, with: instead }],
})

const doubling: ContentChallenge = {
  id: 'doubling',
  title: 'Doubling',
  description: 'Write `twice`.',
  category: 'javascript',
  difficulty: 'easy',
  starterCode: { html: '', css: '', javascript: 'function twice(n) {}' },
  solution: { html: '', css: '', javascript: 'const twice = (n) => n * 2' },
  explanation: '',
  testCases: [testOf('zero', 'twice(0)', '0'), testOf('three', 'twice(3)', '6')],
  hints: [],
  tags: [],
  mistakes: [wrong('n * 2', 'n * n'), wrong('n * 2', 'n + 3')],
}
