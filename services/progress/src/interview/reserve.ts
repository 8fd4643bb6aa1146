import { RESERVED_QUESTIONS } from '@rehearse/contracts'
import { eventIdOf } from '../learner-store/commit-learners.ts'
import type { Db } from '../tables.ts'
import { findOpenExam, readReserveCandidates, readReservedIds } from './queries.ts'
import { selectReserved } from './reserve.rules.ts'

interface NewReserve {
  learnerId: string
  /** Of the event that sets the interview. */
  eventId: string
  learningPaths: readonly string[]
  now: Date
}

/**
 * The questions to reserve for mock exams from now on, those of the paths before others in the same topics. Those of an
 * unfinished exam and those already reserved stay, since the learner hasn't seen them.
 */
export async function reserve(
  db: Db,
  { learnerId, eventId, learningPaths, now }: NewReserve,
): Promise<string[]> {
  const [candidates, kept, exam] = await Promise.all([
    readReserveCandidates(db, learnerId, learningPaths),
    readReservedIds(db, learnerId, now),
    findOpenExam(db, learnerId),
  ])
  const ofExam = (exam?.question_ids ?? []).filter((id) => kept.includes(id))
  const known = new Set(candidates.map(({ questionId }) => questionId))
  const stay = [...new Set([...ofExam, ...kept.filter((id) => known.has(id))])].slice(0, RESERVED_QUESTIONS)
  const rank = (questionId: string) => eventIdOf(learnerId, eventId, questionId)
  for (const fromPaths of [true, false]) {
    const added = selectReserved(
      candidates.filter(({ questionId, isInPaths }) => isInPaths === fromPaths && !stay.includes(questionId)),
      { count: RESERVED_QUESTIONS - stay.length, rank },
    )
    stay.push(...added)
  }
  return stay
}
