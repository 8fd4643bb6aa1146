import { readdirSync, readFileSync } from 'node:fs'
import { DomainError, type QuestionFormat, questionRow } from '@rehearse/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectFormat, parseQuestions, printQuestions, supportedFormats } from './index.ts'
import type { PrintableQuestion } from './types.ts'

const folder = new URL('../corpus/', import.meta.url)
const documentsOf = (inner: string, extension: string) =>
  readdirSync(new URL(inner, folder))
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(new URL(inner + name, folder), 'utf8'))

const documents = {
  markdown: documentsOf('', '.md'),
  gift: documentsOf('gift/', '.gift'),
  aiken: documentsOf('aiken/', '.aiken'),
  'moodle-xml': documentsOf('moodle-xml/', '.xml'),
}

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
    '}',
    '=',
    '~%50%',
    '####',
    '\\',
    '::',
    '$CATEGORY: a/b',
    '//',
    'A. ',
    'ANSWER: A',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '<question type="essay">',
    '</text>',
  ),
)

/** A document with pieces cut out, moved and put in. */
const mutated = (sources: readonly string[]) =>
  fc
    .record({
      document: fc.constantFrom(...sources),
      other: fc.constantFrom(...sources),
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

function outcome(source: string, format: QuestionFormat) {
  try {
    return parseQuestions(source, format)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unreadable_source') return undefined
    throw error
  }
}

describe('whatever is given', () => {
  test.each(Object.keys(documents) as (keyof typeof documents)[])(
    'damaged documents of %s give questions, errors or one DomainError',
    { timeout: 60_000 },
    (format) => {
      fc.assert(
        fc.property(mutated(documents[format]), (source) => {
          const read = outcome(source, format)
          for (const error of read?.errors ?? []) {
            expect(error.message.startsWith(`Question ${error.index + 1}: `)).toBe(true)
            expect(error.line).toBeGreaterThan(0)
          }
          for (const other of supportedFormats) if (other !== 'markdown') outcome(source, other)
          const rows = read?.questions.map(({ row }) => questionRow.parse(row)) ?? []
          for (const other of supportedFormats) {
            if (other !== 'markdown') printQuestions(rows as unknown as PrintableQuestion[], other)
          }
          detectFormat(source)
        }),
        { seed: 20_261_121, numRuns: 1_000 },
      )
    },
  )

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

  // Each might take time that grows with the square of its count, somewhere.
  test.each([
    '{',
    '}',
    '=',
    '~',
    '\\',
    '#',
    '####',
    ':',
    '::a::',
    '%1%',
    'a {T}\n\n',
    'a {=\n\n',
    '::a::b {\n\n',
    '//\n',
    '$CATEGORY: /\n',
    '/',
    'A. a\n',
    'a\nA. b\n',
    'a\n',
    'ANSWER: A\n',
    '\n',
    '->',
    '[html]',
    '[tag:',
    '<b>',
    '<table>',
    '<a href=x>',
    '<p><i>',
    '<ul><li>',
    '</p>',
    '<b></p>',
    '<a><b></a></b>',
    '<b><p></b></p>',
    '<table><b>',
    '<td><a></td>',
    '<svg><p>',
    '<!--',
    '<template>',
    '<li><p><b></b>',
    '&',
    '&amp;',
    '<![CDATA[',
    ']]>',
    '*',
    '_a',
  ])('%j a thousand times over ends in every format', { timeout: 20_000 }, (piece) => {
    const body = piece.repeat(60_000 / piece.length)
    const wrap = (text: string) =>
      `<quiz><question type="essay"><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext></question></quiz>`
    for (const source of [
      body,
      `::x::${body}{=a ~b}`,
      `x {=${body} ~b}`,
      `// ${body}\nx{T}`,
      `[html]${body}{T}`,
    ]) {
      outcome(source, 'gift')
    }
    for (const source of [body, `x\nA. ${body}\nB. b\nANSWER: A`]) outcome(source, 'aiken')
    for (const source of [body, `<quiz>${body}</quiz>`, wrap(body.replaceAll(']]>', ''))])
      outcome(source, 'moodle-xml')
  })

  test('XML that would grow, fetch or nest without end is refused', () => {
    const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    )
    const question = (text: string) =>
      `<quiz><question type="essay"><name><text>a${text}</text></name><questiontext><text>b</text></questiontext></question></quiz>`
    const sources = [
      `<!DOCTYPE quiz [<!ENTITY l0 "lol">${laughs}]>${question('&l10;')}`,
      `<!DOCTYPE quiz [<!ENTITY file SYSTEM "file:///etc/passwd">]>${question('&file;')}`,
      question('&nbsp;'),
      `<quiz><question>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</question></quiz>`,
      '<quiz><question></quiz>',
      '<html></html>',
      '',
    ]
    for (const source of sources) expect(outcome(source, 'moodle-xml')).toBeUndefined()
    // Declared but not used, there is nothing to expand.
    const unused = `<!DOCTYPE quiz [<!ENTITY l0 "lol">]>${question('')}`
    expect(outcome(unused, 'moodle-xml')?.questions).toHaveLength(1)
  })
})
