import { expect, test } from 'vitest'
import { newLearner } from '../learner/state.ts'
import type { SectionState } from './repository.ts'
import { completeSection } from './routes.ts'

const at = new Date('2026-11-21T12:00:00Z')
const learner = (sections: readonly string[], declared: readonly string[] = []) => {
  const fresh = newLearner('ada')
  const counters = { ...fresh.state.counters, sections, declared }
  return { ...fresh, state: { ...fresh.state, counters } }
}
const grid = { pathId: 'css', sectionId: 'grid', at }
const earned: SectionState = { questions: 3, unsolved: 0 }

test('a section that answers have earned is completed, once', () => {
  expect(completeSection(learner([]), grid, earned).map(({ data }) => data)).toEqual([
    { learnerId: 'ada', pathId: 'css', sectionId: 'grid', by: 'answers', completedAt: at.toISOString() },
  ])
  expect(completeSection(learner(['css/grid']), grid, earned)).toEqual([])
  expect(completeSection(learner(['html/grid']), grid, earned)).toHaveLength(1)
})

test('one that was completed stays so, whatever became of its questions', () => {
  expect(completeSection(learner(['css/grid']), grid, { questions: 0, unsolved: 0 })).toEqual([])
})

test('one that was only declared is completed once it is earned', () => {
  expect(completeSection(learner(['css/grid'], ['css/grid']), grid, earned)).toHaveLength(1)
})

test.each([
  ['that the bank does not know', { questions: 0, unsolved: 0 }, 'section_not_found'],
  ['with a question left', { questions: 3, unsolved: 1 }, 'section_not_earned'],
])('one %s is refused', (_what, state, code) => {
  expect(() => completeSection(learner([]), grid, state)).toThrow(expect.objectContaining({ code }))
})
