import type { QuestionFormat } from '@rehearse/contracts'
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { parseQuestions } from './index.ts'
import type { ParseResult } from './types.ts'

/*
 * Nothing vanishes: every line of a source belongs to a stored question, to a line of the report, or to the front
 * matter. And no stored text that learners see before they answer shows the key.
 */

/** Sources per format; `npm run test:deep` has 20,000 in all. */
const numRuns = Number(process.env.FORMAT_RUNS ?? 200)
const seed = 20_261_121

/** Each `$` becomes a word of its own, so that every line with one can be found again. */
function withWords(source: string): string {
  let count = 0
  return source.replaceAll('$', () => `word${++count}z`)
}

interface Line {
  number: number
  words: string[]
}

/** A heading without a number names the section of the questions below. */
const SECTION = /^ {0,3}#{1,6} [A-Z][a-z]+ word\d+z$/

const linesOf = (source: string): Line[] =>
  source.split('\n').map((text, at) => ({
    number: at + 1,
    words: SECTION.test(text) ? [] : (text.match(/word\d+z/g) ?? []),
  }))

/** The numbers in `Lines 3 to 7, 9 aren't part of any question`. */
function reportedRanges({ warnings }: ParseResult): [number, number][] {
  return warnings.flatMap(({ message }) => {
    const list = /[Ll]ines? (.*) (?:isn't part|aren't part|is not read)/.exec(message)?.[1] ?? ''
    return list.split(', ').flatMap((range): [number, number][] => {
      const [from = '', to = from] = range.split(' to ')
      return from === '' ? [] : [[Number(from), Number(to)]]
    })
  })
}

/** Whether an error is about this line: no stored question begins between them. Aiken names the faulty line. */
const isInvalid = (line: number, { questions, errors }: ParseResult) =>
  errors.some(({ line: at = 0 }) => {
    const [from, to] = at <= line ? [at, line + 1] : [line, at]
    return !questions.some(({ line: start = 0 }) => from < start && start < to)
  })

/** The lines that are neither in a question nor in the report. */
function lostLines(source: string, read: ParseResult): Line[] {
  const stored = JSON.stringify(read.questions)
  const messages = [...read.errors, ...read.warnings].map(({ message }) => message).join('\n')
  const ranges = reportedRanges(read)
  const starts = [...read.questions, ...read.errors].map(({ line = 0 }) => line).toSorted((a, b) => a - b)
  // From there on the question is what Markdown takes it for.
  const unclosed = [...read.errors, ...read.warnings].flatMap(({ message }) =>
    /(?:block|comment) that begins in line \d+/.test(message)
      ? [{ from: Number(/in line (\d+)/.exec(message)?.[1]) }]
      : [],
  )
  const lossy = new Set(
    read.warnings
      .filter(({ message }) => / not kept|nothing reads| is not read|Only one language/.test(message))
      .map(({ line }) => line),
  )
  return linesOf(source).filter(({ number, words }) => {
    if (words.every((word) => stored.includes(word) || messages.includes(word))) return false
    if (ranges.some(([from, to]) => from <= number && number <= to)) return false
    const start = starts.findLast((one) => one <= number)
    if (unclosed.some(({ from }) => from <= number && starts.findLast((one) => one <= from) === start))
      return false
    return !lossy.has(start) && !isInvalid(number, read)
  })
}

const KEY =
  /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?\[x\]|^[ \t>]*(?:[-*+][ \t]+)?[*#\s]*answer:?[*\s]*[A-D]\b|\[correct\][ \t]*$/i

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

/** A text without its blocks of code that are closed. */
function withoutCode(text: string): string[] {
  const lines: (string | undefined)[] = text.split('\n')
  const visit = (node: Node) => {
    const [from, to] = [node.position?.start.line ?? 1, node.position?.end.line ?? 1]
    if (node.type === 'code' && /(?:```|~~~)[ \t]*$/.test(lines[to - 1] ?? '') && to > from) {
      lines.fill(undefined, from - 1, to)
    } else if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(fromMarkdown(text))
  return lines.filter((line) => line !== undefined)
}

/** Lines outside closed blocks of code that show the key. */
function shownKeys({ questions }: ParseResult): string[] {
  return questions.flatMap(({ row }) =>
    [row.title, row.content, ...(row.options ?? []).map(({ text }) => text)]
      .flatMap(withoutCode)
      .filter((line) => KEY.test(line)),
  )
}

const body = fc.constantFrom(
  ...['', '', 'Prose $.', '  Indented $.', '- item $', '* star $', '1. step $', '   1. inner step $'],
  ...['- [ ] no $', '- [x] yes $', '- [ ] no $\n- [x] yes $', 'A. one $\nB. two $', '- A) one $\n- B) two $'],
  ...[
    '- right $ [correct]\n- wrong $',
    'a) one $ b) two $',
    'Answer: A',
    '**Answer:** B',
    'Answer: because $',
  ],
  ...['```js\ncode $\n```', '````md\n```\n## 9. code $\n# Code $\n```\n````', '~~~\n2. code $\n~~~'],
  ...['```js', '```', '````', '~~~', '~~~js', '   ```', '- ```js', '- ```js\n  code $\n  ```'],
  ...[
    '<!-- note -->',
    '<!--',
    '-->',
    '<!-- note',
    '<details>',
    '<details><summary>Answer</summary>',
    '</details>',
  ],
  ...[
    '> quote $',
    '> - [x] quoted $',
    '> Answer: A',
    '| a $ | b |\n| --- | --- |\n| c | d $ |',
    '---',
    '***',
  ],
  ...['Explanation: $', '### Heading $', '#### Answer: A', 'Options:', '<pre>', '</pre>', '<div>$</div>'],
  ...[
    'Type: essay',
    'Difficulty: extreme',
    'Type: open-ended',
    'Time Limit: 30',
    '#tag',
    '[2 points]',
    '\t$',
  ],
)
const heading = fc.constantFrom(
  ...['## N. What $?', '## N. Title $', '#### QN. Why $?', '## Question N: $', '### N) $'],
)
const lineItem = fc.constantFrom(
  'N. What $?',
  'N. Title $',
  'N. ### **Explain $**',
  '**N.** How $?',
  'N) Why $',
)
const item = (start: fc.Arbitrary<string>) =>
  fc.tuple(start, fc.array(body, { maxLength: 9 }), fc.integer({ min: 1, max: 2 }))

const markdown = fc
  .record({
    front: fc.constantFrom(
      '',
      '---\nCategory: $\nAuthor: $\n---\n',
      '# List\n\nAbout $.\n\n',
      '<!-- note -->\n',
    ),
    items: fc.oneof(
      fc.array(item(heading), { minLength: 1, maxLength: 6 }),
      fc.array(item(lineItem), { minLength: 1, maxLength: 6 }),
      fc.array(item(fc.oneof(heading, lineItem)), { minLength: 1, maxLength: 6 }),
    ),
    isIndented: fc.boolean(),
    gap: fc.constantFrom('\n', '\n\n'),
  })
  .map(({ front, items, isIndented, gap }) => {
    let number = 0
    const parts = items.map(([start, lines, step]) => {
      number += step
      const text = lines.join(gap)
      const indented = isIndented ? text.replace(/^(?=.)/gm, '   ') : text
      return `${start.replace('N', String(number))}${gap}${indented}`
    })
    return withWords(front + parts.join('\n\n'))
  })

const giftText = fc.constantFrom(
  ...[
    '$',
    '[html]<p>$</p>',
    '[markdown]**$**',
    '[plain]$ `x`',
    '$ __proto__',
    '$ \\= \\~ \\#',
    '$\\n$',
    'a $ -> b',
  ],
)
const giftAnswers = fc.oneof(
  fc
    .array(fc.tuple(fc.constantFrom('=', '~', '~%50%', '=%50%'), giftText, fc.option(giftText)), {
      maxLength: 4,
    })
    .map((all) =>
      all.map(([mark, text, note]) => `${mark}${text}${note === null ? '' : `#${note}`}`).join('\n'),
    ),
  fc.constantFrom('T', 'FALSE#$#$', '#3:2', '#1..2', '#3:2~#$', '#=1 =2#$', '', '$', 'T####$'),
)
const gift = fc
  .array(
    fc.record({
      name: fc.constantFrom('', '::Name $::', '::N $', '// note\n', '$CATEGORY: a\n\n'),
      text: giftText,
      answers: giftAnswers,
      open: fc.constantFrom('{', '{', '{', ''),
      close: fc.constantFrom('}', '}', '}', '', '} after $'),
      gap: fc.constantFrom('\n\n', '\n\n', '\n', '\n\n\n'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    withWords(
      all
        .map(
          ({ name, text, answers, open, close, gap }) =>
            name.replace('$C', '§C') + text + open + answers + close + gap,
        )
        .join(''),
    ).replaceAll('§', '$'),
  )

const aikenLine = fc.constantFrom(
  ...[
    'What $?',
    'More $.',
    'A. one $',
    'B) two $',
    'C)three $',
    'A.one $',
    'B)\u00a0two $',
    'D. `x` # $',
    'ANSWER: A',
  ],
  ...[
    'ANSWER: B',
    'Answer: A',
    'ANSWER: Z',
    'ANSWER:A',
    '',
    '',
    'a. small $',
    'E.g. $',
    '\t$',
    'ANSWER: A, B',
  ],
)
const aikenQuestion = fc.constant('What $?\nA) one $\nB) two $\nANSWER: A\n')
const aiken = fc
  .array(fc.oneof(aikenLine, aikenQuestion), { minLength: 1, maxLength: 25 })
  .map((lines) => withWords(lines.join('\n')))

const xmlText = fc.constantFrom(
  ...[
    '$',
    '<![CDATA[<p>$ <b>$</b></p>]]>',
    '# $ __proto__',
    '<![CDATA[10<sup>$</sup>]]>',
    '',
    '{mlang en}$',
    '`$`',
  ],
  '<![CDATA[<span class="multilang" lang="en">$</span><span class="multilang" lang="ar">$</span>]]>',
)
const xmlPart = fc
  .tuple(
    fc.constantFrom(
      'answer fraction="100"',
      'answer fraction="0"',
      'answer fraction="50"',
      'generalfeedback',
      'hint',
    ),
    fc.constantFrom('html', 'plain_text', 'markdown', 'moodle_auto_format', 'other'),
    xmlText,
  )
  .map(([name, format, text]) => `<${name} format="${format}"><text>${text}</text></${name.split(' ')[0]}>`)
const xmlField = fc.constantFrom(
  ...[
    '<single>0</single>',
    '<single>maybe</single>',
    '<level>$</level>',
    '<usecase>1</usecase>',
    '<idnumber>$</idnumber>',
  ],
  ...['<tags><tag><text>$</text></tag></tags>', '<correctfeedback><text>$</text></correctfeedback>'],
)
const xml = fc
  .array(
    fc.record({
      type: fc.constantFrom('multichoice', 'truefalse', 'essay', 'shortanswer', 'numerical', 'description'),
      name: xmlText,
      text: xmlText,
      parts: fc.array(fc.oneof(xmlPart, xmlPart, xmlField), { maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(
      ({ type, name, text, parts }) =>
        `<question type="${type}"><name><text>${name}</text></name><questiontext format="html"><text>${text}</text></questiontext>${parts.join('')}</question>`,
    ),
  )
  .map((questions) => withWords(`<quiz>\n${questions.join('\n')}\n</quiz>`))

const jsonText = fc.constantFrom('$', '- [x] $', '', null, 3)
const json = fc
  .array(
    fc.dictionary(
      fc.constantFrom(
        'title',
        'content',
        'explanation',
        'category',
        'type',
        'author',
        'hint',
        'options',
        'tags',
      ),
      fc.oneof(
        jsonText,
        fc.array(
          fc.record({ text: jsonText, isCorrect: fc.boolean(), note: jsonText }, { requiredKeys: ['text'] }),
        ),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((rows) => rows.map((row) => ({ title: '$', content: '$', type: 'open-ended', ...row })))
  .map((rows) => withWords(`[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`))

const outcome = (source: string, format: QuestionFormat): ParseResult | undefined => {
  try {
    return parseQuestions(source, format)
  } catch (error) {
    // The source as a whole is reported.
    if (error instanceof Error && 'code' in error && error.code === 'unreadable_source') return undefined
    throw error
  }
}

function check(source: string, format: QuestionFormat): void {
  const read = outcome(source, format)
  if (!read) return
  expect({ source, lost: lostLines(source, read) }).toEqual({ source, lost: [] })
  // JSON says which text is which: it is stored as it is.
  if (format === 'json') return
  expect({ source, keys: shownKeys(read) }).toEqual({ source, keys: [] })
}

describe('nothing vanishes, and no key is shown', () => {
  test.each([
    ['markdown', markdown],
    ['gift', gift],
    ['aiken', aiken],
    ['moodle-xml', xml],
    ['json', json],
  ] as const)('in %s', { timeout: 900_000 }, (format, sources) => {
    fc.assert(
      fc.property(sources, (source) => check(source, format)),
      { seed, numRuns },
    )
  })
})
