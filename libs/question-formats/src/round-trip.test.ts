import { isTyped, questionRow } from '@rehearse/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonRow } from './formats/json-format.ts'
import { parseQuestions, printQuestions } from './index.ts'
import type { PrintableQuestion } from './types.ts'

/** Texts that are hard to tell from markup, and ordinary ones. */
const line = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 40, unit: 'grapheme' }) },
  fc.constantFrom(
    'What is `x`?',
    '## 2. Not a heading',
    '- [x] A: not an option',
    'Answer: B',
    'Category: none',
    '#tag #other',
    '[5 points]',
    '---',
    '1. item',
    '```',
    '```js',
    '    indented',
    '> quote',
    '<details>',
    '</p>',
    'True',
    'a) one b) two',
    'Explanation: no',
    'مرحبا',
    '\ttab',
    '  trailing  ',
    '| a | b |',
    '{#id} text',
    '(correct)',
    'code [x]',
    'line\u2028separator',
  ),
)
const text = (maxLines: number) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: line }, fc.constant('')), { minLength: 1, maxLength: maxLines })
    .map((lines) => lines.join('\n').replaceAll('\r', '').replaceAll('\u0000', ''))
const filled = (maxLines: number) => text(maxLines).filter((value) => value.trim() !== '')
const name = (max: number) =>
  line
    .map((value) => value.replace(/\p{Cc}/gu, '').trim())
    .filter((value) => value !== '' && value.length <= max)

const options = fc.array(
  fc.record({ text: filled(4), isCorrect: fc.boolean(), feedback: fc.option(filled(2), { nil: undefined }) }),
  { minLength: 2, maxLength: 6 },
)

const question: fc.Arbitrary<PrintableQuestion> = fc
  .record({
    title: name(300),
    content: filled(8),
    type: fc.constantFrom(
      'multiple-choice' as const,
      'true-false' as const,
      'open-ended' as const,
      'code' as const,
      'matching' as const,
      'short-answer' as const,
      'numeric' as const,
    ),
    pairs: fc.uniqueArray(fc.record({ left: filled(3), right: name(100) }), {
      minLength: 2,
      maxLength: 10,
      selector: ({ left }) => left,
    }),
    extra: fc.uniqueArray(name(100), { maxLength: 5 }),
    accepted: fc.array(name(100), { minLength: 1, maxLength: 5 }),
    caseSensitive: fc.boolean(),
    whitespace: fc.constantFrom('fold' as const, 'exact' as const),
    value: fc.double({ noNaN: true, noDefaultInfinity: true }),
    tolerance: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    unit: fc.option(name(20), { nil: undefined }),
    difficulty: fc.constantFrom('beginner' as const, 'intermediate' as const, 'advanced' as const),
    options,
    ids: fc.boolean(),
    explanation: text(6),
    category: name(100),
    subcategory: fc.option(name(100), { nil: undefined }),
    learningPath: fc.option(name(100), { nil: null }),
    topic: fc.option(name(100), { nil: null }),
    sectionId: fc.option(name(100), { nil: undefined }),
    tags: fc.uniqueArray(name(50), { maxLength: 4 }),
    points: fc.integer({ min: 1, max: 100 }),
    timeLimit: fc.integer({ min: 10, max: 300 }),
    isActive: fc.boolean(),
    approved: fc.boolean(),
    status: fc.constantFrom(
      'draft' as const,
      'in-review' as const,
      'scheduled' as const,
      'archived' as const,
    ),
    expiresAt: fc.constantFrom(null, '2999-02-01T00:00:00.000Z'),
  })
  .map(({ status, ...fields }) => ({
    ...fields,
    status: fields.approved ? ('approved' as const) : status,
    publishAt: status === 'scheduled' && !fields.approved ? '2999-01-01T00:00:00.000Z' : null,
  }))
  .map(({ ids, pairs, extra, accepted, caseSensitive, whitespace, value, tolerance, unit, ...fields }) => ({
    ...fields,
    ...(isTyped(fields.type) && {
      answer: {
        matching: {
          kind: 'pairs' as const,
          pairs: pairs.map((pair, position) => ({
            id: ids ? `pair-${position}` : letterOf(position),
            ...pair,
          })),
          extra: extra.filter((one) => pairs.every(({ right }) => right !== one)),
        },
        'short-answer': { kind: 'text' as const, accepted, caseSensitive, whitespace },
        // JSON has no negative zero.
        numeric: { kind: 'number' as const, value: value + 0, tolerance: tolerance + 0, unit },
      }[fields.type],
    }),
    options: (hasOptions(fields.type) ? fields.options : []).map((option, position) => ({
      ...option,
      id: ids ? `option-${position}` : letterOf(position),
      isCorrect: fields.type === 'true-false' ? position === 0 : position === 0 || option.isCorrect,
    })),
  }))
  .filter(
    ({ answer }) =>
      answer?.kind !== 'pairs' ||
      new Set(answer.pairs.map(({ right }) => right)).size + answer.extra.length > 1,
  )

const letterOf = (position: number) => String.fromCharCode(97 + position)
const hasOptions = (type: string) => type !== 'open-ended' && !isTyped(type)

const comparable = (row: unknown) =>
  jsonRow({ approved: true, ...questionRow.parse(withoutNulls(row)) } as unknown as PrintableQuestion)

/** A stored question without an expiry has `null`, a row has no such field. */
const withoutNulls = (row: unknown) => {
  const { publishAt, expiresAt, ...rest } = row as Record<string, unknown>
  return { ...rest, ...(publishAt ? { publishAt } : {}), ...(expiresAt ? { expiresAt } : {}) }
}

const seed = 20_261_121
/** `npm run test:deep` has more. */
const numRuns = Number(process.env.FORMAT_RUNS ?? 100)

describe.each(['json', 'markdown'] as const)('%s', (format) => {
  test('parse(print(q)) = q for any question', { timeout: 900_000 }, () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 4 }), (questions) => {
        const printed = printQuestions(questions, format)
        const { questions: read, errors } = parseQuestions(printed.text, format)
        expect(errors).toEqual([])
        expect(read.map(({ row }) => comparable(row))).toEqual(questions.map((one) => jsonRow(one)))
        expect(printed.losses).toEqual([])
      }),
      { seed, numRuns },
    )
  })
})

describe.each(['gift', 'moodle-xml', 'aiken'] as const)('%s', (format) => {
  test('parse(print(q)) = q for any question, except for reported losses', { timeout: 900_000 }, () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 4 }), (questions) => {
        const printed = printQuestions(questions, format)
        const describeLosses = (index: number) =>
          printed.losses.filter((loss) => loss.index === index).map((loss) => loss.message)
        const kept = questions.flatMap((one, index) =>
          describeLosses(index).some((loss) => loss.includes('left out'))
            ? []
            : [{ one, losses: describeLosses(index) }],
        )
        if (kept.length === 0) return
        const { questions: read, errors } = parseQuestions(printed.text, format)
        expect(errors).toEqual([])
        expect(read).toHaveLength(kept.length)
        for (const [position, { one, losses }] of kept.entries()) {
          const got = without(comparable(read[position]?.row), losses)
          expect(got).toEqual(without(jsonRow(one), losses))
        }
      }),
      { seed, numRuns },
    )
  })
})

/** Fields with a reported loss aren't compared. */
function without(row: Record<string, unknown>, losses: readonly string[]) {
  const lost = losses.map((loss) => loss.replace(/^Question \d+: /, ''))
  const isLost = (name: string) => lost.some((loss) => loss.startsWith(`${name} `))
  const options = (row.options as Record<string, unknown>[]).map((option) => ({
    ...(isLost('option ids') ? {} : { id: option.id }),
    ...(isLost('option texts') ? {} : { text: option.text }),
    ...(isLost('option feedback') ? {} : { feedback: option.feedback }),
    isCorrect: option.isCorrect,
  }))
  return { ...Object.fromEntries(Object.entries(row).filter(([key]) => !isLost(key))), options }
}

/** Full of characters with a meaning in one format or the other. */
const ordinary: PrintableQuestion = {
  title: 'Which one wins: =, ~ or {}?',
  content: 'Look at `a[b] = {c: 1}` & <b>\n\n```js\nconst a = b ? "//" : c\n\n// done\n```',
  type: 'multiple-choice',
  difficulty: 'advanced',
  options: [
    { id: 'a', text: '`a = b`', isCorrect: true, feedback: 'Yes: #1' },
    { id: 'b', text: '[html]', isCorrect: true },
    { id: 'c', text: '%50% ]]>', isCorrect: false },
  ],
  explanation: 'Because.\n\n- one\n- two',
  category: 'C / C++',
  subcategory: 'a/b',
  tags: ['es5', 'a [b]'],
  points: 3,
  timeLimit: 90,
  isActive: false,
  approved: true,
}

test.each([
  ['gift', ['difficulty "advanced"', 'points 3', 'timeLimit 90', 'isActive false']],
  ['moodle-xml', ['difficulty "advanced"', 'timeLimit 90']],
] as const)('%s loses only unsupported parts of an ordinary question', (format, fields) => {
  const one = { ...ordinary, learningPath: 'Default Learning Path', topic: 'General Topic' }
  const { text, losses } = printQuestions([one], format)
  expect(losses.map(({ message }) => message)).toEqual(
    fields.map((field) => `Question 1: ${field} is not kept`),
  )
  // For readers of the file.
  for (const field of fields) expect(text).toContain(`${field} is not kept`)
})

const twoChoices = [
  { id: 'a', text: 'yes', isCorrect: true },
  { id: 'b', text: 'no', isCorrect: false },
]

describe('a question that is neither approved nor a draft', () => {
  const status = { status: 'scheduled' as const, publishAt: '2999-01-01T00:00:00.000Z', expiresAt: null }
  const scheduled = { ...ordinary, approved: false, ...status }

  test.each(['json', 'markdown'] as const)('keeps its status in %s', (format) => {
    const { text, losses } = printQuestions([scheduled], format)
    expect(losses).toEqual([])
    const [read] = parseQuestions(text, format).questions
    expect(read?.row).toMatchObject({ approved: false, status: 'scheduled', publishAt: status.publishAt })
  })

  test.each([scheduled, { ...ordinary, approved: true, expiresAt: status.publishAt }])(
    'keeps its status in Markdown beside plain texts',
    (question) => {
      const plain = {
        ...question,
        title: 'One',
        content: 'What fits?',
        explanation: '',
        options: twoChoices,
        tags: [],
      }
      const [read] = parseQuestions(printQuestions([plain], 'markdown').text, 'markdown').questions
      expect(comparable(read?.row)).toEqual(jsonRow(plain))
    },
  )

  test('is reported where the format has no status', () => {
    const { losses } = printQuestions([{ ...ordinary, approved: false, status: 'archived' }], 'gift')
    expect(losses.map(({ message }) => message)).toContain('Question 1: status "archived" is not kept')
  })
})

const typed = {
  title: 'One',
  content: 'What fits?',
  difficulty: 'intermediate',
  options: [],
  explanation: 'So it is.',
  category: 'CSS',
  learningPath: 'Default Learning Path',
  topic: 'General Topic',
  tags: [],
  points: 1,
  timeLimit: 60,
} as const
const typedQuestions: PrintableQuestion[] = [
  {
    ...typed,
    type: 'matching',
    answer: {
      kind: 'pairs',
      pairs: [
        { id: 'a', left: '`display: flex`', right: 'one axis' },
        { id: 'b', left: 'display: grid {rows = 2}', right: 'two axes: 100%' },
      ],
      extra: ['no axis'],
    },
  },
  { ...typed, type: 'short-answer', answer: { kind: 'text', accepted: ['Array.from', 'a * b'] } },
  { ...typed, type: 'numeric', answer: { kind: 'number', value: -16.67, tolerance: 0.01 } },
]

test.each(['gift', 'moodle-xml'] as const)('%s keeps matching, short answers and numbers', (format) => {
  for (const one of typedQuestions) {
    const { text, losses } = printQuestions([one], format)
    expect(losses.filter(({ message }) => /answer|type/.test(message))).toEqual([])
    const [read] = parseQuestions(text, format).questions
    const row = comparable(read?.row)
    expect([row.type, row.answer]).toEqual([one.type, jsonRow(one).answer])
  }
})

const table = '| value | `typeof` |\n| :--- | ---: |\n| `null` | object |\n| a \\| b | c |'

test.each(['json', 'markdown', 'gift', 'moodle-xml'] as const)(
  '%s keeps tables wherever they stand',
  (format) => {
    const one = {
      ...ordinary,
      content: `What does this print?\n\n${table}\n\nSay why.`,
      options: ordinary.options.map((option, at) => ({ ...option, text: at === 1 ? table : option.text })),
      explanation: table,
    }
    const { text, losses } = printQuestions([one], format)
    const [read] = parseQuestions(text, format).questions
    const { content, explanation, options } = read?.row ?? {}
    const textLosses = losses.filter(({ message }) => /content|explanation|option texts/.test(message))
    expect(textLosses).toEqual([])
    expect({ content, explanation, option: options?.[1]?.text }).toEqual({
      content: one.content,
      explanation: table,
      option: table,
    })
  },
)

test('Aiken omits unsupported parts, and reports them', () => {
  const one = { ...ordinary, options: ordinary.options.map((it, at) => ({ ...it, isCorrect: at === 1 })) }
  const open = { ...ordinary, type: 'open-ended' as const, options: [] }
  const { text, losses } = printQuestions([ordinary, one, open], 'aiken')
  expect(text).toBe(`Look at \`a[b] = {c: 1}\` & <b> \`\`\`js const a = b ? "//" : c // done \`\`\`
A. \`a = b\`
B. [html]
C. %50% ]]>
ANSWER: B
`)
  expect(losses.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'Question 1: left out: In Aiken, a question has one correct option',
      'Question 2: content is changed',
      'Question 2: option feedback is not kept',
      'Question 3: left out: Aiken has no questions without options',
    ]),
  )
})

test('an ordinary question is written as plain Markdown', () => {
  const [one] = parseQuestions(
    '## 1. Layers\n\nWhich wins?\n\n- [x] A: last\n  > No.\n- [ ] B: first\n',
    'markdown',
  ).questions
  const text = printQuestions(
    [{ ...questionRow.parse(one?.row) } as unknown as PrintableQuestion],
    'markdown',
  ).text
  expect(text).toBe(`## 1. Layers

Which wins?

- [x] A: last
  > No.
- [ ] B: first

Category: General
Learning Path: Default Learning Path
Topic: General Topic
Type: multiple-choice
Difficulty: intermediate
Time Limit: 60
[1 point]
`)
})
