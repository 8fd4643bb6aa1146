import { DomainError, type QuestionFormat } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { detectFormat, parseQuestions } from './index.ts'

/** The repeated parts; `$` is a counter. */
const shapes = [
  ...['<div>', '<div a="</div>">', '<svg><td>', '<svg><desc>', '<svg><li>', '<math><mi>', '<math><mtext><p>'],
  ...[
    '<table>',
    '<table><tr><td>',
    '<td></td>',
    '<tr>',
    '<table><td><table>',
    '<template>',
    '<ul><li>',
    '<dl><dt>',
  ],
  ...[
    '<p><b a=$>',
    '<font color=$>',
    '<a>',
    '<b><i>',
    '</p>',
    '<blockquote>',
    '<select><option>',
    '<object>',
  ],
  ...['<!-- ', '<!-- a -->', '<?a b?>', '<![CDATA[', '&amp;', '&#x41;', 'a=b ', 'a$="b" ', '<hr>\n', '<br>'],
  ...[
    'x ',
    ' ',
    '\t',
    '\n',
    '`',
    '*',
    '_',
    '**a ',
    '[',
    '](',
    '![a](',
    '> ',
    '- ',
    '1. ',
    '  - a\n',
    '- [x] A: a\n',
  ],
  ...[
    '## 1. a\n',
    'a) x b) ',
    'Answer: A\n',
    '<details>\n',
    '```\n',
    '| a | b |\n',
    '{',
    '}',
    '=',
    '~a',
    '#',
    '\\',
  ],
  ...[
    '::a::b {T}\n\n',
    '//a\n',
    '$CATEGORY: a/b\n\n',
    'a\nA. b\nB. c\nANSWER: A\n\n',
    '"',
    '\\"',
    '{"a":',
    '{},',
  ],
  ...['"a",', '<question/>', '<a b="c"/>', ']]>', '\u0301', 'ﷺ'],
]

const xml = (text: string) =>
  `<quiz><question type="essay"><name><text>a</text></name><questiontext format="html"><text><![CDATA[${text.replaceAll(']]>', '')}]]></text></questiontext></question></quiz>`
const escaped = (text: string) => text.replace(/[{}=~#:]/g, '\\$&')
const places: [QuestionFormat, (text: string) => string][] = [
  ['moodle-xml', xml],
  ['moodle-xml', (text) => `<quiz>${text}</quiz>`],
  ['moodle-xml', (text) => `<quiz><question ${text}></question></quiz>`],
  ['gift', (text) => text],
  ['gift', (text) => `x {=[html]${escaped(text)} ~b}`],
  ['aiken', (text) => `x\nA. ${text}\nB. b\nANSWER: A`],
  ['markdown', (text) => text],
  ['markdown', (text) => `## 1. x\n\n${text}\n\n- [x] A: ${text}\n- [ ] B: b\n\nAnswer: ${text}\n`],
  ['json', (text) => `[${text}]`],
  [
    'json',
    (text) => JSON.stringify([{ title: text, content: text, options: [text], correctAnswers: [text] }]),
  ],
]

function repeat(shape: string, length: number): string {
  let text = ''
  for (let count = 0; text.length < length; count++) text += shape.replace('$', String(count))
  return text
}

/** Processor time in milliseconds. Errors other than a rejected source are thrown. */
function work(run: () => unknown): number {
  const before = process.threadCpuUsage()
  try {
    run()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** For four times the input: quadratic work takes sixteen times as long. */
const TOLERATED = 11

/**
 * How many times the work of the short input the long one takes: the least of five tries, since quadratic work is slow
 * every time; a busy machine isn't.
 * @param floor milliseconds; shorter runs are dominated by noise: the clock, garbage collection
 */
function growth(floor: number, long: () => unknown, short: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let again = 0; least >= TOLERATED && again < 5; again += 1) {
    const time = work(long)
    // Mostly the short input needn't be read to see that this is little.
    const compared = time < TOLERATED * floor ? floor : Math.max(floor, Math.min(work(short), work(short)))
    least = Math.min(least, time / compared)
  }
  return least
}

test.each(shapes)(
  'four times as much of %j takes less than sixteen times the work',
  { timeout: 120_000 },
  (shape) => {
    const [short, long] = [repeat(shape, 4_000), repeat(shape, 16_000)]
    for (const [format, put] of places) {
      const parse = (text: string) => () => parseQuestions(put(text), format)
      expect(growth(15, parse(long), parse(short)), `${format}: ${put('…')}`).toBeLessThan(TOLERATED)
    }
    for (const start of ['', '{', 'ANSWER: A\nA. b\n']) {
      const detect = (text: string) => () => detectFormat(start + text)
      expect(growth(3, detect(long), detect(short))).toBeLessThan(TOLERATED)
    }
  },
)

test.each([
  ['<div a="</div>">'.repeat(100), 'HTML that is nested too deeply is kept as it is'],
  ['<svg><td>'.repeat(100), 'HTML that is nested too deeply is kept as it is'],
  ['<!-- </b> --><b>'.repeat(100), 'HTML that is nested too deeply is kept as it is'],
  ['<p>'.repeat(5_100), 'HTML with too many elements is kept as it is'],
  [`<table>${'<tr>'.repeat(100)}<tr>${'<td>'.repeat(100)}`, 'HTML with too large a table is kept as it is'],
  ['<a b="c"></a> '.repeat(60), 'HTML with too many empty elements is kept as it is'],
])('HTML over the limits stays unchanged, with a note: %#', (html, note) => {
  const { questions, errors, warnings } = parseQuestions(xml(html.slice(0, 19_000)), 'moodle-xml')
  if (html.length < 19_000) expect(errors).toEqual([])
  expect(warnings.map(({ message }) => message)).toContain(`Question 1: ${note}`)
  expect(questions[0]?.row.content).toBe(html.slice(0, 19_000))
})

test('ordinary HTML is converted', () => {
  const code = Array.from({ length: 400 }, (_, at) => `<span class="k">a${at}</span> `).join('')
  const table = `<table><tr><th>a</th><th>b</th></tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(50)}</table>`
  const { warnings, questions } = parseQuestions(xml(`<pre>${code}</pre>${table}`), 'moodle-xml')
  expect(
    warnings.map(({ message }) => message).filter((message) => message.includes('kept as it is')),
  ).toEqual([])
  expect(questions[0]?.row.content).toContain('| 1 | 2 |')
})
