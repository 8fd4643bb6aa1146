import { expect, test } from 'vitest'
import { newLearner } from '../domain/learner.ts'
import { completeSection } from './complete-section.ts'

const at = new Date('2026-11-21T12:00:00Z')
const learner = (sections: readonly string[]) => {
  const fresh = newLearner('ada')
  const tally = { ...fresh.standing.tally, sections }
  return { ...fresh, standing: { ...fresh.standing, tally } }
}
const complete = (sectionId: string, sections: readonly string[] = []) =>
  completeSection(learner(sections), { pathId: 'css', sectionId, at })

test('a section is completed by the learner’s word, once', () => {
  expect(complete('grid').map(({ data }) => data)).toEqual([
    { learnerId: 'ada', pathId: 'css', sectionId: 'grid', by: 'learner', completedAt: at.toISOString() },
  ])
  expect(complete('grid', ['css/grid'])).toEqual([])
  expect(complete('grid', ['html/grid'])).toHaveLength(1)
})

test('a path takes a hundred sections and no more', () => {
  const full = Array.from({ length: 100 }, (_, n) => `css/s${n}`)
  expect(() => complete('one-more', full)).toThrow(expect.objectContaining({ code: 'too_many_sections' }))
})
