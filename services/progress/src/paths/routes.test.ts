import { expect, test } from 'vitest'
import { newLearner } from '../learner/state.ts'
import type { StepProgress } from '../learner/steps.rules.ts'
import { completeSection } from './routes.ts'

const at = new Date('2026-11-21T12:00:00Z')
const learner = (sections: readonly string[], declared: readonly string[] = []) => {
  const fresh = newLearner('ada')
  const counters = { ...fresh.state.counters, sections, declared }
  return { ...fresh, state: { ...fresh.state, counters } }
}
const grid = { pathId: 'css', sectionId: 'grid', at }
const withAnswers = (...correct: (boolean | null)[]): StepProgress => ({
  pathId: 'css',
  stepId: 'grid',
  answers: new Map(correct.map((isCorrect, at) => [`q${at}`, isCorrect === null ? null : { at, isCorrect }])),
})
const earned = { isStep: true, step: withAnswers(true, true, true) }

test('completes an earned section once', () => {
  expect(completeSection(learner([]), grid, earned).map(({ data }) => data)).toEqual([
    { learnerId: 'ada', pathId: 'css', sectionId: 'grid', by: 'answers', completedAt: at.toISOString() },
  ])
  expect(completeSection(learner(['css/grid']), grid, earned)).toEqual([])
  expect(completeSection(learner(['html/grid']), grid, earned)).toHaveLength(1)
})

test('a completed section stays completed even if its questions change', () => {
  expect(completeSection(learner(['css/grid']), grid, { isStep: false, step: undefined })).toEqual([])
})

test('completes a section that was only declared complete once it is earned', () => {
  expect(completeSection(learner(['css/grid'], ['css/grid']), grid, earned)).toHaveLength(1)
})

test.each([
  ['that the path doesn’t have', { isStep: false, step: undefined }, 'section_not_found'],
  ['without questions', { isStep: true, step: undefined }, 'section_not_earned'],
  ['with a question left', { isStep: true, step: withAnswers(true, true, null) }, 'section_not_earned'],
  [
    'with too few correct answers',
    { isStep: true, step: withAnswers(true, true, false) },
    'section_not_earned',
  ],
])('rejects a section %s', (_what, state, code) => {
  expect(() => completeSection(learner([]), grid, state)).toThrow(expect.objectContaining({ code }))
})
