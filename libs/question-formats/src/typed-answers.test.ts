import { questionRow } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { parseQuestions, printQuestions } from './index.ts'
import type { PrintableQuestion } from './types.ts'

const gift = (answers: string) => parseQuestions(`::T::What?{${answers}}`, 'gift')
const moodle = (type: string, inner: string) =>
  parseQuestions(
    `<quiz><question type="${type}"><name><text>T</text></name><questiontext><text>What?</text></questiontext>${inner}</question></quiz>`,
    'moodle-xml',
  )
const rowOf = ({ questions }: ReturnType<typeof parseQuestions>) => questions[0]?.row
const messages = (issues: readonly { message: string }[]) => issues.map(({ message }) => message)

describe('GIFT', () => {
  test('reads matching, with choices that fit nowhere', () => {
    expect(rowOf(gift('=flex -> one axis =grid -> two axes = -> none'))).toMatchObject({
      type: 'matching',
      answer: {
        kind: 'pairs',
        pairs: [
          { left: 'flex', right: 'one axis' },
          { left: 'grid', right: 'two axes' },
        ],
        extra: ['none'],
      },
    })
    expect(messages(gift('=flex -> one axis =grid').errors)).toEqual([
      'Question 1: Each answer of a matching question needs an arrow: = left -> right',
    ])
  })

  test('reads short answers: those accepted in full', () => {
    const read = gift('=%100%closure =%50%scope#almost =%0%*#no =a \\\\* b')
    expect(rowOf(read)).toMatchObject({
      type: 'short-answer',
      answer: { kind: 'text', accepted: ['closure', 'a * b'] },
    })
    expect(messages(read.warnings)).toEqual([
      'Question 1: Partially accepted answers are not kept',
      'Question 1: Feedback on individual answers is not kept',
    ])
  })

  test.each([
    ['#3:0.5', 3, 0.5],
    ['#-1e3', -1000, 0],
    ['#1..5', 3, 2],
    ['#=%100%3:2#yes =%50%4:2', 3, 2],
  ])('reads the number %s', (source, value, tolerance) => {
    expect(rowOf(gift(source))).toMatchObject({
      type: 'numeric',
      answer: { kind: 'number', value, tolerance },
    })
  })

  test.each(['=any*', '#=3 =4', '#many', '#1:-2', '#1e999'])('%s stays an open-ended question', (source) => {
    expect(rowOf(gift(source))).toMatchObject({ type: 'open-ended' })
  })
})

describe('Moodle XML', () => {
  test('reads matching', () => {
    const side = (left: string, right: string) =>
      `<subquestion format="html"><text>${left}</text><answer><text>${right}</text></answer></subquestion>`
    const read = moodle(
      'matching',
      side('&lt;b&gt;flex&lt;/b&gt;', 'one axis') + side('grid', 'two\naxes') + side('', 'none'),
    )
    expect(rowOf(read)).toMatchObject({
      type: 'matching',
      answer: {
        pairs: [
          { left: '**flex**', right: 'one axis' },
          { left: 'grid', right: 'two axes' },
        ],
        extra: ['none'],
      },
    })
  })

  test('reads short answers, and whether case matters', () => {
    const answer = (text: string, fraction = 100) =>
      `<answer fraction="${fraction}"><text>${text}</text></answer>`
    expect(
      rowOf(moodle('shortanswer', `<usecase>1</usecase>${answer('useEffect')}${answer('*', 0)}`)),
    ).toMatchObject({
      type: 'short-answer',
      answer: { kind: 'text', accepted: ['useEffect'], caseSensitive: true },
    })
    expect(rowOf(moodle('shortanswer', answer('use*')))).toMatchObject({ type: 'open-ended' })
  })

  test('reads numbers with tolerance and unit', () => {
    const answer = '<answer fraction="100"><text>16.67</text><tolerance>0.01</tolerance></answer>'
    const units = '<units><unit><multiplier>1</multiplier><unit_name>ms</unit_name></unit></units>'
    expect(rowOf(moodle('numerical', answer + units))).toMatchObject({
      type: 'numeric',
      answer: { kind: 'number', value: 16.67, tolerance: 0.01, unit: 'ms' },
    })
  })
})

describe('Markdown', () => {
  const markdown = (type: string, ...lines: string[]) =>
    parseQuestions(
      `## 1. T\n\nWhat?\n\n\`\`\`answer\n${lines.join('\n')}\n\`\`\`\n\nType: ${type}\n\nExplanation: So.\n`,
      'markdown',
    )

  test.each([
    ['matching', ['flex -> one axis', 'grid -> two axes', '-> none'], { kind: 'pairs', extra: ['none'] }],
    ['short-answer', ['closure', 'إغلاق'], { kind: 'text', accepted: ['closure', 'إغلاق'] }],
    ['numeric', ['16.67 ± 0.01 ms'], { kind: 'number', value: 16.67, tolerance: 0.01, unit: 'ms' }],
    ['numeric', ['-3 +- 1'], { kind: 'number', value: -3, tolerance: 1 }],
  ])('reads the key of a %s question', (type, lines, answer) => {
    expect(rowOf(markdown(type, ...lines))).toMatchObject({
      type,
      answer,
      content: 'What?',
      explanation: 'So.',
    })
  })

  test('reports a key that is none, and leaves such a block in other questions', () => {
    expect(messages(markdown('matching', 'flex', 'grid').errors)).toEqual(['Question 1: An answer is needed'])
    expect(messages(markdown('numeric', 'many').errors)).toEqual(['Question 1: An answer is needed'])
    expect(rowOf(markdown('open-ended', 'flex'))?.content).toContain('```answer\nflex\n```')
  })

  test('prints a key as lines if they are read back, else as JSON', () => {
    const [one] = markdown('short-answer', 'closure').questions
    const print = (answer: object) =>
      printQuestions([questionRow.parse({ ...one?.row, answer }) as unknown as PrintableQuestion], 'markdown')
        .text
    const text = { kind: 'text', accepted: ['closure'] }
    expect(print(text)).toContain('```answer\nclosure\n```')
    expect(print({ ...text, caseSensitive: true })).toContain('"caseSensitive": true')
  })

  test('a short answer without its key stays an open-ended question', () => {
    expect(rowOf(parseQuestions('## 1. T\n\nWhat?\n\nType: short answer\n', 'markdown'))?.type).toBe(
      'open-ended',
    )
  })
})
