import { describe, expect, test } from 'vitest'
import { answerKey } from '../testing/answer-key.ts'
import { type AnswerKey, grade, type LearnerAnswer } from './grading.ts'

const key = answerKey({
  options: [
    { id: 'a', isCorrect: true },
    { id: 'b', isCorrect: false },
    { id: 'c', isCorrect: true },
  ],
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
      graded: 'self',
    })
  })

  test.each<[string, AnswerKey, LearnerAnswer]>([
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
