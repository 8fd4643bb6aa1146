import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerErrors } from './questions/question-input.ts'
import {
  type QuestionAnswer,
  type QuestionResponse,
  questionAnswerInput,
  questionResponse,
} from './questions/typed-answer.ts'
import { correctResponseOf, isCorrectResponse, promptOf, responseError } from './typed-grading.ts'

type Pairs = Extract<QuestionAnswer, { kind: 'pairs' }>

const pairs: Pairs = {
  kind: 'pairs',
  pairs: [
    { id: 'a', left: 'flex', right: 'one axis' },
    { id: 'b', left: 'grid', right: 'two axes' },
    { id: 'c', left: 'columns', right: 'one axis' },
  ],
  extra: ['no axis'],
}
const promptFor = (answer: QuestionAnswer) => {
  const prompt = promptOf({ id: 'q', version: 1, answer })
  if (!prompt) throw new Error('this type has a prompt')
  return prompt
}
const grade = (answer: QuestionAnswer, response: unknown) =>
  isCorrectResponse(answer, promptFor(answer), questionResponse.parse(response))
const text = (accepted: string[], rules: Partial<Extract<QuestionAnswer, { kind: 'text' }>> = {}) =>
  ({ kind: 'text', accepted, caseSensitive: false, whitespace: 'fold', ...rules }) as const
const number = (value: number, tolerance = 0) => ({ kind: 'number', value, tolerance }) as const

describe('pairs', () => {
  const solution = correctResponseOf(pairs, promptFor(pairs))
  const chosen = solution.kind === 'pairs' ? solution.pairs : []

  test('are correct if every one is; the order does not count', () => {
    expect(grade(pairs, { kind: 'pairs', pairs: chosen })).toBe(true)
    expect(grade(pairs, { kind: 'pairs', pairs: chosen.toReversed() })).toBe(true)
    expect(grade(pairs, { kind: 'pairs', pairs: chosen.slice(1) })).toBe(false)
    const other = chosen.map(({ left }) => ({ left, right: chosen[1]?.right ?? '' }))
    expect(grade(pairs, { kind: 'pairs', pairs: other })).toBe(false)
  })

  test('offer equal right sides once, and extra ones', () => {
    const prompt = promptFor(pairs)
    expect(prompt.kind === 'pairs' && prompt.right.map(({ text: shown }) => shown).sort()).toEqual([
      'no axis',
      'one axis',
      'two axes',
    ])
  })

  test('show nothing of which sides belong together', () => {
    const rights = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), {
      minLength: 2,
      maxLength: 10,
    })
    fc.assert(
      fc.property(rights, fc.infiniteStream(fc.nat()), fc.nat(), (texts, order, version) => {
        const shuffled = texts
          .map((one) => ({ one, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const prompts = [texts, shuffled].map((right) =>
          promptOf({
            id: 'q',
            version,
            answer: {
              kind: 'pairs',
              pairs: right.map((one, at) => ({ id: `${at}`, left: `${at}`, right: one })),
            },
          }),
        )
        expect(prompts[0]).toEqual(prompts[1])
        const [prompt] = prompts
        const ids = prompt?.kind === 'pairs' ? prompt.right.map(({ id }) => id) : []
        expect(new Set(ids).size).toBe(texts.length)
      }),
    )
  })

  test.each([
    ['an unknown left side', [{ left: 'z', right: chosen[0]?.right }], /does not have/],
    ['an unknown right side', [{ left: 'a', right: 'z' }], /does not have/],
    ['a property of every object', [{ left: '__proto__', right: 'constructor' }], /does not have/],
    ['a left side twice', [chosen[0], chosen[0]], /twice/],
  ])('reject %s', (_name, given, message) => {
    const response = questionResponse.parse({ kind: 'pairs', pairs: given })
    expect(responseError(promptFor(pairs), response)).toMatch(message)
  })
})

test('a response of another kind is rejected', () => {
  const responses: QuestionResponse[] = [
    { kind: 'text', text: 'x' },
    { kind: 'number', value: 1 },
    { kind: 'pairs', pairs: [{ left: 'a', right: 'b' }] },
  ]
  for (const answer of [pairs, text(['x']), number(1)]) {
    for (const response of responses) {
      const error = responseError(promptFor(answer), response)
      expect(error?.includes('another kind') ?? false).toBe(answer.kind !== response.kind)
    }
  }
})

describe('a text', () => {
  test.each([
    ['another case', text(['justify-content']), 'Justify-Content', true],
    ['another case if it matters', text(['useEffect'], { caseSensitive: true }), 'useeffect', false],
    ['needless space', text(['event loop']), '  event \t loop\n', true],
    ['needless space if it matters', text(['a  b'], { whitespace: 'exact' }), 'a b', false],
    ['exact space', text(['a  b'], { whitespace: 'exact' }), 'a  b', true],
    ['the second accepted text', text(['one', 'إغلاق']), 'إغلاق', true],
    ['marks of direction', text(['إغلاق']), '\u200fإغلاق\u200e', true],
    ['another normal form', text(['é']), 'e\u0301', true],
    ['another normal form if case matters', text(['é'], { caseSensitive: true }), 'e\u0301', true],
    ['letters whose upper case is longer', text(['straße']), 'STRASSE', true],
    ['a curly apostrophe', text(["don't"]), 'don’t', true],
    ['full-width digits', text(['42']), '４２', true],
    ['the minus sign', text(['-1']), '−1', true],
    ['a non-breaking hyphen', text(['re-render']), 're‑render', true],
    ['an ellipsis', text(['...args']), '…args', true],
    ['Arabic vowel marks', text(['إغلاق']), 'إِغْلَاق', true],
    ['an accepted text with vowel marks', text(['إِغْلَاق']), 'إغلاق', true],
    ['a no-break space if space matters', text(['a  b'], { whitespace: 'exact' }), 'a\u00a0 b', true],
    ['curly quotes if case matters', text(['"A"'], { caseSensitive: true }), '“A”', true],
    ['a superscript', text(['103']), '10³', false],
    ['a fraction', text(['1/2']), '½', false],
    ['a ligature', text(['file']), 'ﬁle', false],
    ['other quotes in code', text(['`"a"`']), '`“a”`', false],
    ['a similar word', text(['closure']), 'closures', false],
    ['an emoji of several code points', text(['👩‍💻']), '👩‍💻', true],
  ])('with %s', (_name, answer, given, isCorrect) => {
    expect(grade(answer, { kind: 'text', text: given })).toBe(isCorrect)
  })
})

describe('a number', () => {
  test.each([
    ['the value', number(42), 42, true],
    ['within the tolerance', number(16.67, 0.01), 16.66, true],
    ['beyond it', number(16.67, 0.01), 16.65, false],
    ['a sum of decimal fractions', number(0.3), 0.1 + 0.2, true],
    ['at the tolerance, computed inexactly', number(0.3, 0.1), 0.4, true],
    ['an integer next to the key', number(9_007_199_254_740_000), 9_007_199_254_740_100, false],
    ['the opposite of a huge number', number(1.7e308), -1.7e308, false],
    ['zero with a sign', number(0), -0, true],
  ])('%s', (_name, answer, value, isCorrect) => {
    expect(grade(answer, { kind: 'number', value })).toBe(isCorrect)
  })
})

describe('hostile input', () => {
  test.each([
    ['infinity', JSON.parse('{"kind":"number","value":1e999}')],
    ['no number', { kind: 'number', value: Number.NaN }],
    ['a number as text', { kind: 'number', value: '1' }],
    ['a long text', { kind: 'text', text: 'x'.repeat(201) }],
    ['an empty text', { kind: 'text', text: '' }],
    ['half a surrogate pair', { kind: 'text', text: '\ud800' }],
    ['a null character', { kind: 'text', text: 'a\u0000' }],
    [
      'many pairs',
      { kind: 'pairs', pairs: Array.from({ length: 11 }, (_, at) => ({ left: `${at}`, right: 'a' })) },
    ],
    ['a kind of every object', { kind: 'constructor' }],
  ])('as a response: %s', (_name, response) => {
    expect(questionResponse.safeParse(response).success).toBe(false)
  })

  const pair = { left: 'l', right: 'r' }
  const other = { left: 'm', right: 's' }
  test.each([
    ['one pair', { kind: 'pairs', pairs: [pair] }],
    ['a right side of two lines', { kind: 'pairs', pairs: [pair, { left: 'm', right: 'a\nb' }] }],
    ['a blank left side', { kind: 'pairs', pairs: [pair, { left: ' ', right: 's' }] }],
    ['no accepted text', { kind: 'text', accepted: [] }],
    ['21 accepted texts', { kind: 'text', accepted: Array.from({ length: 21 }, String) }],
    ['an accepted text of two lines', { kind: 'text', accepted: ['a\nb'] }],
    ['a negative tolerance', { kind: 'number', value: 1, tolerance: -1 }],
    ['an infinite tolerance', JSON.parse('{"kind":"number","value":1,"tolerance":1e999}')],
  ])('as a key: %s', (_name, answer) => {
    expect(questionAnswerInput.safeParse(answer).success).toBe(false)
  })

  test.each([
    ['no key', 'matching', null],
    ['a key of another kind', 'matching', number(1)],
    ['a key of a question with options', 'multiple-choice', number(1)],
    ['equal left sides', 'matching', { kind: 'pairs', pairs: [pair, { ...other, left: 'l' }] }],
    ['equal ids', 'matching', { kind: 'pairs', pairs: [pair, other].map((one) => ({ ...one, id: 'a' })) }],
    ['an extra choice that is correct', 'matching', { kind: 'pairs', pairs: [pair, other], extra: ['s'] }],
    ['only one choice', 'matching', { kind: 'pairs', pairs: [pair, { ...other, right: 'r' }] }],
  ] as const)('as a question: %s', (_name, type, answer) => {
    const given = answer && { ...answer, ...('pairs' in answer && { pairs: [...answer.pairs] }) }
    expect(answerErrors({ type, answer: given as QuestionAnswer | null })).toMatchObject([{ path: 'answer' }])
  })
})
