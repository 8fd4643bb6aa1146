import { randomUUID } from 'node:crypto'
import { DomainError } from '@rehearse/contracts/errors'
import type { NamedFact } from '../commands/follow-up.ts'
import type { Learner } from '../domain/learner.ts'
import { sectionKey } from '../domain/tally.ts'

/** A path has ten sections' worth of progress; more than this is no path any more. */
const sectionsMax = 100

/**
 * A section completed by the learner's word. None if it is completed already.
 * @throws {DomainError} conflict, `too_many_sections`
 */
export function completeSection(
  { learnerId, standing }: Learner,
  { pathId, sectionId, at }: { pathId: string; sectionId: string; at: Date },
): NamedFact[] {
  const { sections } = standing.tally
  if (sections.includes(sectionKey(pathId, sectionId))) return []
  if (sections.filter((key) => key.startsWith(sectionKey(pathId, ''))).length >= sectionsMax) {
    throw new DomainError({
      kind: 'conflict',
      code: 'too_many_sections',
      message: 'A path has no more sections than that',
    })
  }
  const data = { learnerId, pathId, sectionId, by: 'learner' as const, completedAt: at.toISOString() }
  return [{ type: 'SectionCompleted', eventId: randomUUID(), data }]
}
