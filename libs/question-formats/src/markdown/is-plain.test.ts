import { questionRow } from '@rehearse/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonRow } from '../formats/json-format.ts'
import { parseQuestions, printQuestions } from '../index.ts'
import type { PrintableQuestion } from '../types.ts'
import { isPlain } from './is-plain.ts'
import { linesOf } from './markdown-format.ts'

/** Prefixes and suffixes with a meaning to the parser, inside ordinary text. */
const word = fc.constantFrom(
  ...'the a A B b) answer Answer: is why Why: because options Category: Topic: none true False x [x] (correct) [correct]'.split(
    ' ',
  ),
  ...'1. 2) Q3. ## #tag - * > | `code` ``` ~~~ ```js <p> </details> <!-- --> [5 points] {#id} **bold** __b__ e.g. C++ : ; ✅'.split(
    ' ',
  ),
  'Explanation:',
  'question 4',
  '[ ]',
  '---',
  'ответ:',
  'الإجابة:',
  'ب)',
  '第12题',
  'Q',
  '12',
)
const line = fc.oneof(
  { weight: 5, arbitrary: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }) },
)
/** Mostly prose, so that some texts are plain as a whole. */
const prose = fc.constantFrom(
  'What does this log?',
  'It is `undefined`, since `var` is hoisted.',
  'Read it (twice).',
)
const mixed = fc.oneof({ weight: 4, arbitrary: prose }, { weight: 1, arbitrary: line })
const code = fc
  .array(fc.oneof(prose, line), { maxLength: 3 })
  .map((lines) => ['```js', ...lines, '```'].join('\n'))
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: mixed }, { weight: 1, arbitrary: code }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((blocks) => fc.constantFrom('\n', '\n\n', '\n\n\n').map((gap) => blocks.join(gap)))
const oneLine = fc.oneof({ weight: 3, arbitrary: prose }, { weight: 1, arbitrary: line })
const name = oneLine.map((value) => value.replace(/\p{Cc}/gu, '').trim()).filter((value) => value !== '')

const question: fc.Arbitrary<PrintableQuestion> = fc.record({
  title: name,
  content: text.filter((value) => value.trim() !== ''),
  type: fc.constantFrom('multiple-choice' as const, 'code' as const, 'open-ended' as const),
  difficulty: fc.constantFrom('beginner' as const, 'advanced' as const),
  options: fc
    .array(
      fc.record({
        text: oneLine.filter((value) => value.trim() !== ''),
        isCorrect: fc.boolean(),
        feedback: fc.option(
          oneLine.filter((value) => value.trim() !== ''),
          { nil: undefined },
        ),
      }),
      { maxLength: 4 },
    )
    .map((all) => all.map((option, at) => ({ ...option, id: at === 2 ? 'own-id' : 'abcd'.charAt(at) }))),
  explanation: fc.oneof(fc.constant(''), text),
  category: fc.oneof(fc.constant('CSS'), name),
  learningPath: fc.option(fc.oneof(fc.constant('css'), name), { nil: null }),
  topic: fc.option(fc.oneof(fc.constant('Layout'), name), { nil: null }),
  tags: fc.uniqueArray(fc.constantFrom('es5', 'a-b', 'two words', 'c++', '#odd'), { maxLength: 3 }),
  points: fc.integer({ min: 1, max: 100 }),
  timeLimit: fc.integer({ min: 10, max: 300 }),
  isActive: fc.boolean(),
  approved: fc.boolean(),
})

test('a plain question is read back unchanged, whatever surrounds it', { timeout: 120_000 }, () => {
  let plain = 0
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 3 }), (questions) => {
      const remaining = questions.filter((one, index) => isPlain(one, linesOf(one, index)))
      plain += remaining.length
      if (remaining.length === 0) return
      const { questions: read, errors } = parseQuestions(
        printQuestions(remaining, 'markdown').text,
        'markdown',
      )
      expect(errors).toEqual([])
      expect(
        read.map(({ row }) =>
          jsonRow({ approved: true, ...questionRow.parse(row) } as unknown as PrintableQuestion),
        ),
      ).toEqual(remaining.map(jsonRow))
    }),
    { seed: 20_261_121, numRuns: 1_500 },
  )
  // Otherwise the property would be vacuous.
  expect(plain).toBeGreaterThan(100)
})
