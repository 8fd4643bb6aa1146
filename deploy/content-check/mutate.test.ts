import { describe, expect, test } from 'vitest'
import { type Code, mutantsOf } from './mutate.ts'

const code = (parts: Partial<Code>): Code => ({ html: '', css: '', javascript: '', ...parts })
const empty = code({})

/** What the mutants turn one line into. */
const mutated = (parts: Partial<Code>, starter = empty) =>
  mutantsOf(code(parts), starter, { most: 1_000 })
    .map((mutant) => mutant.with.trim())
    .sort()

describe('a script', () => {
  test('loses a boundary', () => {
    expect(mutated({ javascript: 'a < b' })).toEqual([';', 'a <= b', 'a >= b'])
  })

  test('gets other operators, and conditions that always or never hold', () => {
    const mutants = mutated({ javascript: 'if (a && !b) c += 1' })
    expect(mutants).toEqual(
      expect.arrayContaining([
        'if (a || !b) c += 1',
        'if (a && b) c += 1',
        'if (true && !b) c += 1',
        'if (true) c += 1',
        'if (false) c += 1',
        'if (a && !b) c -= 1',
        'if (a && !b) c += 2',
        'if (a && !b) ;',
      ]),
    )
  })

  test('gets other constants', () => {
    expect(mutated({ javascript: "x = y ? 'a' : true" })).toEqual(
      expect.arrayContaining(["x = 'a'", 'x = true', "x = y ? '' : true", "x = y ? 'a' : false"]),
    )
    expect(mutated({ javascript: 'x = /^a+$/gu' })).toEqual(
      expect.arrayContaining(['x = /a+$/gu', 'x = /^a+/gu', 'x = /^a$/gu', 'x = /^a+$/u', 'x = /^a+$/g']),
    )
  })

  test('confuses methods, their arguments, or leaves calls out', () => {
    expect(mutated({ javascript: 'x = list.indexOf(a, b)' })).toEqual(
      expect.arrayContaining(['x = list.lastIndexOf(a, b)', 'x = list.indexOf(b, a)', 'x = list']),
    )
  })

  test('works on the original instead of a copy, and forgets to wait or to return', () => {
    expect(mutated({ javascript: 'async () => { const a = [...b]; await a; return a }' })).toEqual(
      expect.arrayContaining([
        'async () => { const a = b; await a; return a }',
        'async () => { const a = [...b]; a; return a }',
        'async () => { const a = [...b]; await a; return }',
      ]),
    )
  })

  test('leaves out an option', () => {
    expect(mutated({ javascript: 'f({ a, b: 1 })' })).toEqual(
      expect.arrayContaining(['f({ b: 1 })', 'f({ a })']),
    )
  })
})

test('markup loses attributes and tags', () => {
  expect(mutated({ html: '<p id="a" hidden>b<br></p>' })).toEqual([
    '<p hidden>b<br></p>',
    '<p id="a" hidden>b</p>',
    '<p id="a">b<br></p>',
    'b<br>',
  ])
})

test('styles lose declarations and rules, and at-rules their condition', () => {
  const css = '@media (width < 9px) { p { color: red; margin: 0 } }'
  expect(mutated({ css })).toEqual([
    '',
    '@media (width < 9px) {  }',
    '@media (width < 9px) { p {  margin: 0 } }',
    '@media (width < 9px) { p { color: red;  } }',
    'p { color: red; margin: 0 }',
  ])
})

test('lines of the starter code stay', () => {
  const given = "const form = document.querySelector('form')"
  expect(mutated({ javascript: `${given}\na + b` }, code({ javascript: given }))).toEqual([';', 'a - b'])
})

test('a mutant names lines that occur once', () => {
  const solution = code({ javascript: 'a()\nb()\na()\nc()' })
  const mutants = mutantsOf(solution, empty)
  expect(mutants).toHaveLength(4)
  for (const { replace, with: instead, code: changed } of mutants) {
    expect(solution.javascript.split(replace)).toHaveLength(2)
    expect(solution.javascript.replace(replace, instead)).toBe(changed.javascript)
  }
})

test('a seed draws the same mutants each time, another seed others, and never too many', () => {
  const solution = code({ javascript: Array.from({ length: 30 }, (_, n) => `f(${n} < x)`).join('\n') })
  const draw = (seed?: number) =>
    mutantsOf(solution, empty, seed === undefined ? {} : { seed }).map((mutant) => mutant.with)
  expect(draw()).toHaveLength(40)
  expect(draw()).toEqual(draw())
  expect(draw(2)).not.toEqual(draw())
})
