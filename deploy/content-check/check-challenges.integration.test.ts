import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRunner, type Runner } from './challenge-runner.ts'
import { validateChallenge } from './check-challenges.ts'
import { checkMutants } from './check-mutants.ts'
import type { Alternative, ContentChallenge, Equivalent, Mistake } from './read-challenges.ts'
import { sampleChallenge } from './sample-challenge.ts'

let browser: Browser
let run: Runner
beforeAll(async () => {
  browser = await launchChromium()
  run = await openRunner(browser)
})
afterAll(() => browser?.close())

const verdict = (changes: Partial<ContentChallenge> = {}) =>
  validateChallenge({ ...doubling, ...changes }, run)

describe('a challenge', () => {
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
      alternatives: [{ alternative: 'Selects the body', css: 'body * { color: #f00; margin: 0 }' }],
    }
    expect(await verdict(page)).toEqual([])
    const wide = { ...page.solution, css: 'p { margin: 0 } @media (width > 500px) { p { color: red } }' }
    expect(await verdict({ ...page, solution: wide })).toContain('the solution at 320 pixels fails: color')
  })

  test('may not ship if its starter code passes', async () => {
    expect(await verdict({ starterCode: doubling.solution })).toContain('the starter code passes already')
  })

  test('may not ship if its solution fails', async () => {
    const solution = { ...doubling.solution, javascript: 'const twice = (n) => n * 2 + (n === 0)' }
    expect(await verdict({ solution, mistakes: [] })).toContain('the solution fails: zero')
  })

  test('may not ship without a second correct solution, or with one that fails', async () => {
    expect(await verdict({ alternatives: [] })).toEqual(['has no second correct solution'])
    const alternatives = [otherwise('const twice = (n) => n + n + 1')]
    expect(await verdict({ alternatives })).toEqual(['"Adds instead" fails: zero, three'])
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

describe('mutants of a solution', () => {
  const mutation = (changes: Partial<ContentChallenge> = {}) =>
    checkMutants({ ...counting, ...changes }, impatient)
  let impatient: Runner
  beforeAll(async () => {
    impatient = await openRunner(browser, 1_500)
  })

  test('are rejected by good tests, even those that never end', async () => {
    expect(await mutation()).toEqual({ id: 'counting', mutants: 9, killed: 9, equivalent: 0, problems: [] })
  })

  test('are reported if they survive', async () => {
    const { killed, mutants, problems } = await mutation({ testCases: [testOf('none', 'upTo(0)', '[]')] })
    expect(problems).toHaveLength(mutants - killed)
    expect(problems.join('\n')).toContain('list.unshift(n)')
  })

  test('are reported if they are listed as equivalent but fail, or are no mutants', async () => {
    const { problems } = await mutation({
      equivalents: [same('list.push(n)', 'list.unshift(n)'), same('n <= last', 'n <= last + 0')],
    })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'is listed as equivalent, but fails',
      'is listed, but no mutant',
    ])
  })
})

const same = (replace: string, instead: string): Equivalent => ({
  reason: 'It makes no difference',
  mutants: [{ in: 'javascript', replace, with: instead }],
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

const otherwise = (javascript: string): Alternative => ({ alternative: 'Adds instead', javascript })

const doubling: ContentChallenge = {
  ...sampleChallenge,
  kind: 'web',
  files: [],
  id: 'doubling',
  title: 'Doubling',
  description: 'Write `twice`.',
  category: 'javascript',
  starterCode: { html: '', css: '', javascript: 'function twice(n) {}' },
  solution: { html: '', css: '', javascript: 'const twice = (n) => n * 2' },
  testCases: [testOf('zero', 'twice(0)', '0'), testOf('three', 'twice(3)', '6')],
  mistakes: [wrong('n * 2', 'n * n'), wrong('n * 2', 'n + 3')],
  alternatives: [otherwise('const twice = (n) => n + n')],
}

const counting: ContentChallenge = {
  ...doubling,
  id: 'counting',
  starterCode: { html: '', css: '', javascript: 'function upTo(last) {\n}' },
  solution: {
    html: '',
    css: '',
    javascript: `function upTo(last) {
  const list = []
  for (let n = 1; n <= last; n += 1) list.push(n)
  return list
}`,
  },
  testCases: [testOf('none', 'upTo(0)', '[]'), testOf('two', 'upTo(2)', '[1,2]')],
}
