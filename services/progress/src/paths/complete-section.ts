import { randomUUID } from 'node:crypto'
import { DomainError } from '@rehearse/contracts/errors'
import type { Learner } from '../learner/learner.ts'
import { isEarned } from '../learner/tally.ts'
import type { NamedFact } from '../learner-store/derived-events.ts'

/** The questions of a section of a path, as far as learners see them. */
export interface SectionState {
  questions: number
  /** Those that the learner has yet to answer right. */
  unsolved: number
}

/**
 * A section that its answers have earned, but that no answer completed: the last question it lacked was moved, hidden or
 * deleted. None if it is completed already.
 * @throws {DomainError} not-found, `section_not_found`; conflict, `section_not_earned`
 */
export function completeSection(
  { learnerId, standing }: Learner,
  { pathId, sectionId, at }: { pathId: string; sectionId: string; at: Date },
  { questions, unsolved }: SectionState,
): NamedFact[] {
  if (isEarned(standing.tally, pathId, sectionId)) return []
  if (questions === 0) {
    throw new DomainError({ kind: 'not-found', code: 'section_not_found', message: 'Section not found' })
  }
  if (unsolved > 0) {
    throw new DomainError({
      kind: 'conflict',
      code: 'section_not_earned',
      message: 'Answer every question of this section correctly to complete it',
    })
  }
  const data = { learnerId, pathId, sectionId, by: 'answers' as const, completedAt: at.toISOString() }
  return [{ type: 'SectionCompleted', eventId: randomUUID(), data }]
}
