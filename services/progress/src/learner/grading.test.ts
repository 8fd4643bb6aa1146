import { describe, expect, test } from 'vitest'
import { answerKey } from '../testing/answer-key.ts'
import { type AnswerKey, grade, type LearnerAnswer, solutionOf } from './grading.ts'

const key = answerKey({
  options: [
    { id: 'a', isCorrect: true },
    { id: 'b', isCorrect: false },
    { id: 'c', isCorrect: true },
  ],
})
const matching = answerKey({
  type: 'matching',
  options: [],
  answer: {
    kind: 'pairs',
    pairs: [
      { id: 'a', left: 'flex', right: 'one axis' },
      { id: 'b', left: 'grid', right: 'two axes' },
    ],
  },
})
const shortAnswer = answerKey({
  type: 'short-answer',
  options: [],
  answer: { kind: 'text', accepted: ['closure'], caseSensitive: false, whitespace: 'fold' },
})
const openEnded: AnswerKey = { ...key, type: 'open-ended', options: [] }

describe('grade', () => {
  test.each<[string, LearnerAnswer, boolean]>([
    ['all correct options in any order', { selectedOptionIds: ['c', 'a'] }, true],
    ['an option named twice', { selectedOptionIds: ['c', 'a', 'a'] }, true],
    ['only some of the correct options', { selectedOptionIds: ['a'] }, false],
    ['an incorrect option among the correct ones', { selectedOptionIds: ['a', 'b', 'c'] }, false],
    ['a position', { answer: 1 }, false],
  ])('%s', (_name, given, isCorrect) => {
    expect(grade(key, given)).toMatchObject({ isCorrect, graded: 'server' })
  })

  test('ignores the client’s grade if there is a key', () => {
    expect(grade(key, { selectedOptionIds: ['b'], isCorrect: true }).isCorrect).toBe(false)
  })

  test('accepts the learner’s own grade for an open-ended question, and marks it as such', () => {
    expect(grade(openEnded, { isCorrect: true })).toEqual({
      isCorrect: true,
      selectedOptionIds: [],
      response: null,
      responseText: null,
      graded: 'self',
    })
  })

  test('grades a response, and keeps a typed text apart from all others', () => {
    const solution = solutionOf(matching)
    const pairs = solution?.kind === 'pairs' ? solution.pairs : []
    const response = { kind: 'pairs' as const, pairs }
    expect(grade(matching, { response })).toEqual({
      isCorrect: true,
      selectedOptionIds: [],
      response,
      responseText: null,
      graded: 'server',
    })
    expect(grade(shortAnswer, { response: { kind: 'text', text: ' Closure' } })).toMatchObject({
      isCorrect: true,
      response: null,
      responseText: ' Closure',
    })
  })

  test.each<[string, AnswerKey, LearnerAnswer]>([
    ['options of a question without any', shortAnswer, { selectedOptionIds: ['a'] }],
    [
      'a response to a question with options',
      key,
      { response: { kind: 'text', text: 'a' }, selectedOptionIds: ['a'] },
    ],
    ['a response of another kind', matching, { response: { kind: 'text', text: 'a' } }],
    ['a grade instead of a response', shortAnswer, { isCorrect: true }],
    ['an unknown pair', matching, { response: { kind: 'pairs', pairs: [{ left: 'a', right: 'x' }] } }],
    ['an option of another question', key, { selectedOptionIds: ['a', 'z'] }],
    ['no option', key, { selectedOptionIds: [] }],
    ['a position without an option', key, { answer: 3 }],
    ['no answer at all', key, {}],
    ['the learner’s own grade alone', key, { isCorrect: true }],
    ['an open-ended question without the learner’s grade', openEnded, { selectedOptionIds: ['a'] }],
  ])('rejects %s', (_name, ofKey, given) => {
    expect(() => grade(ofKey, given)).toThrow(expect.objectContaining({ code: 'invalid_answer' }))
  })
})
