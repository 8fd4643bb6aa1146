/** A question as the API returns it to admins: what answering it needs. */
export interface StoredQuestion {
  id: string
  version: number
  title: string
  content: string
  type: string
  explanation: string
  options: { id: string; text: string; isCorrect: boolean }[]
  prompt?: { kind: string; left?: Item[]; right?: Item[] } | null
  answer?: {
    kind: string
    pairs?: { left: string; right: string }[]
    accepted?: string[]
    value?: number
  } | null
}
interface Item {
  id: string
  text: string
}

/** The part of a saved answer that depends on the question. */
export type Given = (question: StoredQuestion) => Record<string, unknown>

export const choose =
  (...positions: number[]): Given =>
  ({ options }) => ({ selectedOptionIds: positions.map((at) => options[at]?.id) })

const rate =
  (isCorrect: boolean): Given =>
  () => ({ isCorrect })

const type =
  (text: string): Given =>
  () => ({ response: { kind: 'text', text } })

const number =
  (value: number): Given =>
  () => ({ response: { kind: 'number', value } })

/** Matches each left side with the right side of the pair at this position. */
const match =
  (...rights: number[]): Given =>
  ({ prompt, answer }) => ({
    response: {
      kind: 'pairs',
      pairs: rights.map((right, left) => ({
        left: prompt?.left?.find(({ text }) => text === answer?.pairs?.[left]?.left)?.id,
        right: prompt?.right?.find(({ text }) => text === answer?.pairs?.[right]?.right)?.id,
      })),
    },
  })

export interface KindOfQuestion {
  input: Record<string, unknown>
  /** Saved by learners; each keeps its verdict in every later version. */
  answers: Given[]
  /** Checked in both versions: right or wrong beyond doubt, by any reasonable rule. */
  checks?: Given[]
}

/** A star marks a correct one. */
const options = (...texts: string[]) =>
  texts.map((text) => ({ text: text.replace(/^\*/, ''), isCorrect: text.startsWith('*') }))

const accepting = (accepted: string[], more: object = {}) => ({ kind: 'text', accepted, ...more })

/** One or more of every type, with what is hard to store: code, quotes, Markdown, other scripts. */
export const questionsOfAllKinds: readonly KindOfQuestion[] = [
  {
    input: {
      title: 'HTML/CSS: which selector wins?',
      content: 'Both match `<p id="intro" class="lead">`.',
      type: 'single',
      difficulty: 'easy',
      category: 'HTML/CSS',
      topic: 'Selectors & specificity',
      tags: ['html/css', 'c++', 'المحددات'],
      options: [
        { text: '# id', isCorrect: true, feedback: '`#intro` is an ID selector.' },
        { text: '- class', isCorrect: false, feedback: '> A class counts less.' },
        { text: '1. element', isCorrect: false },
        { text: '`*`', isCorrect: false },
      ],
      explanation: 'An ID counts more than any number of classes.',
      points: 7,
      timeLimit: 45,
    },
    answers: [choose(0), choose(1), choose(3)],
    checks: [choose(0), choose(2)],
  },
  {
    input: {
      title: 'HTML & CSS: what do browsers ignore?',
      content: '```html\n<p>One<p>Two <!-- three -->\n```\n\nSeveral are right.',
      type: 'multiple',
      difficulty: 'medium',
      category: 'HTML & CSS',
      topic: 'Parsing',
      options: options(
        '*Comments',
        '+ Text',
        '*Unknown attributes',
        '__proto__',
        'arr[0](1)',
        '&nbsp;',
        '---',
      ),
      explanation: 'Comments are in the DOM, but not shown.',
    },
    answers: [choose(0, 2), choose(0), choose(1, 2, 3)],
    checks: [choose(0, 2), choose(2)],
  },
  {
    input: {
      title: 'Is `NaN === NaN` true?',
      content: 'As IEEE 754 says.',
      type: 'true-false',
      difficulty: 'easy',
      category: 'JavaScript',
      options: options('True', '*False'),
      explanation: 'NaN is unequal to every value.',
    },
    answers: [choose(1), choose(0)],
    checks: [choose(1)],
  },
  {
    input: {
      title: 'Explain a closure',
      content: 'What does a function keep?',
      type: 'open-ended',
      difficulty: 'hard',
      category: 'JavaScript',
      options: [],
      explanation: 'Its scope.\n\n**Checklist**\n\n- Names the variables\n- Says when they are read',
    },
    answers: [rate(true), rate(false)],
  },
  {
    input: {
      title: 'What does this print?',
      content: '```js\nconsole.log([10, 9, 1].sort())\n```',
      type: 'code',
      difficulty: 'hard',
      category: 'JavaScript',
      topic: 'Arrays',
      options: options('`[1, 9, 10]`', '*`[1, 10, 9]`', '`[10, 9, 1]`'),
      explanation: 'Elements are compared as strings.',
    },
    answers: [choose(1), choose(0)],
    checks: [choose(1)],
  },
  {
    input: {
      title: 'Write a debounce function',
      content: 'In ten lines.',
      type: 'code',
      difficulty: 'medium',
      category: 'JavaScript',
      options: [],
      explanation: '```js\nlet timer\n```',
    },
    answers: [rate(true)],
  },
  {
    input: {
      title: 'Match each status with its meaning',
      content: 'One choice is left over.',
      type: 'matching',
      difficulty: 'medium',
      category: 'HTTP',
      answer: {
        kind: 'pairs',
        pairs: [
          { left: '`301`', right: 'Moved permanently' },
          { left: '`404` “gone?”', right: 'Not found' },
          { left: '`429`', right: 'Too many requests' },
        ],
        extra: ['I’m a teapot'],
      },
      explanation: 'As in RFC 9110.',
    },
    answers: [match(0, 1, 2), match(1, 0, 2)],
    checks: [match(0, 1, 2), match(2, 1, 0)],
  },
  {
    input: {
      title: 'Which directive turns strict mode on?',
      content: 'With its quotes.',
      type: 'short-answer',
      difficulty: 'easy',
      category: 'JavaScript',
      answer: accepting(['“use strict”', "'use strict'", 'it’s "use strict"']),
      explanation: 'It’s the first statement.',
    },
    answers: [
      type('“use strict”'),
      type("'use strict'"),
      type('"use strict"'),
      type('‘use strict’'),
      type('it\'s "use strict"'),
    ],
    checks: [type('“use strict”'), type('  “USE   strict” '), type('use sloppy')],
  },
  {
    input: {
      title: 'How do you write a thousand as a power?',
      content: 'Superscripts are not digits.',
      type: 'short-answer',
      difficulty: 'medium',
      category: 'Math',
      answer: accepting(['10³', '½ of 2×10³']),
      explanation: '10³ is not 103.',
    },
    answers: [type('10³'), type('103'), type('１０³'), type('1/2 of 2x10³')],
    checks: [type('10³'), type('103')],
  },
  {
    input: {
      title: 'Which keyword declares a block-scoped variable? Exactly.',
      content: 'Case and spaces count.',
      type: 'short-answer',
      difficulty: 'hard',
      category: 'JavaScript',
      answer: accepting(['let  x', 'Let'], { caseSensitive: true, whitespace: 'exact' }),
      explanation: 'Two spaces.',
    },
    answers: [type('let  x'), type('let x'), type('LET'), type('Let')],
    checks: [type('let  x'), type('Let'), type('const')],
  },
  {
    input: {
      title: 'ما اسم لغة التنسيق؟',
      content: 'مُخْتَصَرُها ثلاثة أحرف.',
      type: 'short-answer',
      difficulty: 'easy',
      category: 'لغات الويب',
      topic: 'التنسيق',
      tags: ['عربي'],
      answer: accepting(['أوراق الأنماط المتتالية', 'CSS', 'سِي إس إس']),
      explanation: 'أوراق الأنماط المتتالية.',
    },
    answers: [type('CSS'), type('css'), type('سي إس إس'), type('أوراق الأنماط المتتالية')],
    checks: [type('css'), type('HTML')],
  },
  {
    input: {
      title: 'What is π, to two places?',
      content: 'In radians.',
      type: 'numeric',
      difficulty: 'medium',
      category: 'Math',
      answer: { kind: 'number', value: 3.14, tolerance: 0.005, unit: 'rad' },
      explanation: '3.14159…',
    },
    answers: [number(3.14), number(3.143), number(3), number(-0)],
    checks: [number(3.14), number(3.144), number(4)],
  },
  {
    input: {
      title: 'How many bits does a double have?',
      content: 'Exactly.',
      type: 'numeric',
      difficulty: 'easy',
      category: 'Math',
      answer: { kind: 'number', value: 64 },
      explanation: 'A sign, an exponent and a fraction.',
    },
    answers: [number(64), number(6.4e1), number(63)],
    checks: [number(64), number(65)],
  },
]
