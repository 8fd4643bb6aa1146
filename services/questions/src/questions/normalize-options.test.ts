import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeOptions } from './normalize-options.ts'

const option = (text: string, isCorrect = false, id?: string) => ({ text, isCorrect, id })

describe('normalizeOptions', () => {
  test('assigns letters to options without an id', () => {
    const { options, fieldErrors } = normalizeOptions({
      type: 'single',
      options: [option('x'), option('y', true)],
    })
    expect(fieldErrors).toEqual([])
    expect(options).toEqual([
      { id: 'a', text: 'x', isCorrect: false },
      { id: 'b', text: 'y', isCorrect: true },
    ])
  })

  test.each([
    ['only marks', [option('x', true), option('y')], undefined],
    ['marks with an empty list of ids', [option('x', true), option('y')], []],
    ['only ids', [option('x'), option('y')], ['a']],
    ['both, agreeing', [option('x', true), option('y')], ['a']],
  ])('accepts %s', (_name, options, correctAnswers) => {
    const settled = normalizeOptions({ type: 'single', options, correctAnswers })
    expect(settled.fieldErrors).toEqual([])
    expect(settled.options.map(({ isCorrect }) => isCorrect)).toEqual([true, false])
  })

  test.each([
    ['single', [option('x', true), option('y', true)], undefined, 'exactly one correct answer'],
    ['true-false', [option('x', true), option('y', true)], undefined, 'exactly one correct answer'],
    ['multiple', [option('x', true), option('y')], ['b'], 'disagree'],
    ['multiple', [option('x'), option('y')], ['z', 'a', 'q'], 'Invalid correct answer IDs: z, q'],
    ['multiple', [option('x', true, 'b'), option('y')], undefined, 'an id of its own'],
    ['multiple-choice', [option('x', true)], undefined, 'at least 2 options'],
    ['multiple-choice', [], undefined, 'at least 2 options'],
    ['open-ended', [option('x', true), option('y')], undefined, 'has no options'],
    ['code', [option('x'), option('y')], undefined, 'at least one correct answer'],
  ] as const)('%s: reports one error', (type, options, correctAnswers, message) => {
    const { fieldErrors } = normalizeOptions({ type, options, correctAnswers })
    expect(fieldErrors).toEqual([{ path: expect.any(String), message: expect.stringContaining(message) }])
  })

  test.each(['open-ended', 'code'] as const)('%s needs no options', (type) => {
    expect(normalizeOptions({ type, options: [] })).toEqual({ options: [], answer: null, fieldErrors: [] })
  })

  test('accepts marks and ids as equivalent', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 26 }), (marks) => {
        fc.pre(marks.includes(true))
        const marked = normalizeOptions({ type: 'multiple', options: marks.map((mark) => option('x', mark)) })
        const ids = marked.options.filter(({ isCorrect }) => isCorrect).map(({ id }) => id)
        const named = normalizeOptions({
          type: 'multiple',
          options: marks.map(() => option('x')),
          correctAnswers: ids,
        })
        expect(named).toEqual(marked)
      }),
    )
  })
})
