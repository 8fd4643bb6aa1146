import { readdirSync, readFileSync } from 'node:fs'
import { DomainError } from '@rehearse/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectFormat, parseQuestions } from './index.ts'

const folder = new URL('../corpus/', import.meta.url)
const documents = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))

const noise = fc.oneof(
  fc.string({ maxLength: 20, unit: 'binary' }),
  fc.constantFrom(
    '\n',
    '\n\n',
    '```',
    '- [x] ',
    '> > > ',
    '<details>',
    '</details>',
    '<!--',
    'Answer: ',
    '\t',
    '1. ',
    '{',
    '"',
    '[',
  ),
)

/** A document with pieces cut out, moved and put in. */
const mutated = fc
  .record({
    document: fc.constantFrom(...documents),
    other: fc.constantFrom(...documents),
    cuts: fc.array(fc.tuple(fc.nat(10_000), fc.nat(60), noise), { maxLength: 8 }),
    splice: fc.option(fc.tuple(fc.nat(10_000), fc.nat(10_000)), { nil: undefined }),
  })
  .map(({ document, other, cuts, splice }) => {
    let text = document
    for (const [at, length, put] of cuts) {
      const position = at % (text.length + 1)
      text = text.slice(0, position) + put + text.slice(position + length)
    }
    return splice ? text.slice(0, splice[0] % text.length) + other.slice(splice[1] % other.length) : text
  })

function outcome(source: string, format: 'markdown' | 'json') {
  try {
    return parseQuestions(source, format)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unreadable_source') return undefined
    throw error
  }
}

describe('whatever is given', () => {
  test('damaged documents give questions, errors or one DomainError', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(mutated, (source) => {
        const read = outcome(source, 'markdown')
        for (const error of read?.errors ?? []) {
          expect(error.message.startsWith(`Question ${error.index + 1}: `)).toBe(true)
          expect(error.line).toBeGreaterThan(0)
        }
        outcome(source, 'json')
        detectFormat(source)
      }),
      { seed: 20_261_121, numRuns: 1_000 },
    )
  })

  test('any JSON value is answered', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.json(), (value) => {
        outcome(value, 'json')
        outcome(`[${value}]`, 'json')
        outcome(
          `{"questions":[{"title":"a","content":"b","options":${value},"correctAnswers":${value}}]}`,
          'json',
        )
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })

  // Each repeated piece once took time that grew with the square of its count, or might.
  const pieces = [
    '[',
    '*',
    '`',
    '> ',
    '>',
    '- ',
    '1. ',
    '![',
    '_a ',
    ' ',
    '#',
    '```\n',
    '```a\n',
    'A: ',
    '<!--\n',
  ]
  const more = [
    '<details>',
    '- a\n',
    '> a\n',
    '- a\n  ',
    '- - a\n',
    'a) x b) ',
    '#a ',
    'Answer:\n',
    '**1.** a\n',
    '\t',
  ]
  test.each([...pieces, ...more])('%j a thousand times over ends', { timeout: 10_000 }, (piece) => {
    const body = piece.repeat(60_000 / piece.length)
    for (const place of [
      `${body}\n\n- [x] A: a\n- [ ] B: b`,
      `- [x] A: ${body}\n- [ ] B: b`,
      `Answer: ${body}`,
    ]) {
      outcome(`## 1. x\n\n${place}\n`, 'markdown')
    }
  })

  test('deep nesting is refused for that question alone', () => {
    const quotes = Array.from({ length: 300 }, (_, depth) => `${'> '.repeat(depth)}x`).join('\n')
    const lists = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')
    const good = '- [x] A: a\n- [ ] B: b\n'
    const read = parseQuestions(
      `## 1. a\n\n${quotes}\n\n## 2. b\n\n${lists}\n\n## 3. c\n\n${good}`,
      'markdown',
    )
    expect(read.questions.map(({ row }) => row.title)).toEqual(['c'])
    expect(read.errors.map(({ message }) => message)).toEqual([
      'Question 1: Lists or quotes are nested too deeply',
      'Question 2: Lists or quotes are nested too deeply',
    ])
  })
})
