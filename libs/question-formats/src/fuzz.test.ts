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

/** A document with parts removed, moved and inserted. */
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

/** Damaged documents per format; `npm run test:deep` has more. */
const damaged = Number(process.env.FORMAT_RUNS ?? 250)

describe('any input', () => {
  test.each(Object.keys(documents) as (keyof typeof documents)[])(
    'damaged documents of %s return questions, errors or one DomainError',
    { timeout: 900_000 },
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
        { seed: 20_261_121, numRuns: damaged },
      )
    },
  )

  test('any JSON value gets a result', { timeout: 240_000 }, () => {
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

  // Repetitions that once took quadratic time, or might.
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
  test.each([...pieces, ...more])('%j repeated a thousand times terminates', { timeout: 60_000 }, (piece) => {
    const body = piece.repeat(60_000 / piece.length)
    for (const place of [
      `${body}\n\n- [x] A: a\n- [ ] B: b`,
      `- [x] A: ${body}\n- [ ] B: b`,
      `Answer: ${body}`,
    ]) {
      outcome(`## 1. x\n\n${place}\n`, 'markdown')
    }
  })

  test('deep nesting is rejected for that question only', () => {
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

  // Repetitions that might take quadratic time somewhere.
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
  ])('%j a thousand times over ends in every format', { timeout: 60_000 }, (piece) => {
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

  // Valid questions that once took quadratic time or were lost.
  const choices = '- [x] A: a\n- [ ] B: b\n'
  const long = 240_000
  test.each([
    ['tags that never end', `<div>${'<p '.repeat(long / 3)}`],
    ['summaries that never begin', `<details>${'<summary'.repeat(long / 8)}`],
    ['summaries that never end', `<details>${'<summary>'.repeat(long / 9)}`],
    ['a summary of tags that never end', `<details><summary>${'<'.repeat(long)}</summary>`],
    ['blanks in a name', `Category: x${' '.repeat(long)}y`],
    ['blanks before a unit', `Points: x${' '.repeat(long)}y`],
    ['blanks in an explanation', `Explanation: z\n\nTime: x${' '.repeat(long)}y`],
  ])('a question with a line of 240,000 characters ends: %s', { timeout: 60_000 }, (_what, line) => {
    const source = `1. Q?\n\n${line}\n\n${choices}\n2. Next?\n\n${choices}`
    const { questions, errors } = parseQuestions(source, 'markdown')
    expect(questions.length + errors.length).toBe(2)
    expect(questions.at(-1)?.row.title).toBe('Next?')
  })

  const names = (count: number) => Array.from({ length: count }, (_, at) => `o${at}`)
  const json = (options: string[]) =>
    JSON.stringify([{ title: 'x', content: 'x', options, correctAnswers: options.toReversed() }])
  const markdown = (options: string[]) =>
    `1. x\n\n${options.map((text) => `- [ ] ${text}\n`).join('')}\n${'Answer: a\n'.repeat(options.length)}`
  const gift = (options: string[]) => `x {${options.map((text) => `~[html]<p>${text}`).join('')} =y}`
  const xml = (options: string[]) =>
    `<quiz><question type="multichoice"><name><text>x</text></name>${options
      .map((text) => `<answer fraction="0" format="html"><text>&lt;p>${text}</text></answer>`)
      .join('')}</question></quiz>`
  test.each<[QuestionFormat, string]>([
    ['json', json(names(60_000))],
    ['markdown', markdown(names(450))],
    ['gift', gift(names(10_000))],
    ['moodle-xml', xml(names(10_000))],
  ])('far too many options are that and no more work in %s', { timeout: 60_000 }, (format, source) => {
    const { questions, errors } = parseQuestions(source, format)
    expect(questions).toEqual([])
    expect(errors.map(({ message }) => message)).toEqual(['Question 1: Must have at most 26 options'])
  })

  test('a Moodle question over the length limit is rejected by itself', () => {
    const essay = (text: string) =>
      `<question type="essay"><name><text>x</text></name><questiontext format="html"><text>${text}</text></questiontext></question>`
    const read = parseQuestions(`<quiz>${essay('a'.repeat(300_000))}${essay('b')}</quiz>`, 'moodle-xml')
    expect(read.errors.map(({ message }) => message)).toEqual(['Question 1: Longer than 262144 characters'])
    expect(read.questions).toHaveLength(1)
  })

  test('very long feedback is an error of the file', () => {
    const read = parseQuestions(`q {TRUE${'#a'.repeat(100_000)}}\n\nr {T}`, 'gift')
    expect(read.questions.map(({ row }) => row.title)).toEqual(['q', 'r'])
  })

  test('unclosed tags terminate', { timeout: 60_000 }, () => {
    expect(parseQuestions(`// ${'[tag:'.repeat(60_000)}\nx {T}`, 'gift').questions).toHaveLength(1)
  })

  test('a cell that spans a hundred million columns is one cell', () => {
    const cell =
      '<table><tr><th colspan="99999999" rowspan="99999999">wide</th></tr><tr><td>a</td></tr></table>'
    const [question] = parseQuestions(`[html]${cell.replaceAll('=', '\\=')}{T}`, 'gift').questions
    expect(question?.row.content.length).toBeLessThan(1_000)
    expect(question?.row.content).toContain('wide')
  })

  test('endlessly nested JSON is rejected', () => {
    expect(() => parseQuestions('['.repeat(1_000_000), 'json')).toThrow(
      'JSON parsing error: values are nested too deeply',
    )
  })

  test('XML with entity expansion, external entities or endless nesting is rejected', () => {
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
    // Declared but unused, there is nothing to expand.
    const unused = `<!DOCTYPE quiz [<!ENTITY l0 "lol">]>${question('')}`
    expect(outcome(unused, 'moodle-xml')?.questions).toHaveLength(1)
  })
})
