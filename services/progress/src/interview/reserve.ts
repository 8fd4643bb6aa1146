import { EXAM_QUESTIONS, RESERVED_QUESTIONS } from '@rehearse/contracts'
import { eventIdOf } from '../learner-store/commit-learners.ts'
import type { Db } from '../tables.ts'
import {
  findOpenExam,
  type ReserveTier,
  readReserveCandidates,
  readReservedIds,
  reserveTiers,
} from './queries.ts'
import { selectReserved } from './reserve.rules.ts'

/** Up to how many questions are reserved with those of a tier. */
const most: Readonly<Record<ReserveTier, number>> = {
  path: RESERVED_QUESTIONS,
  topic: RESERVED_QUESTIONS,
  touched: EXAM_QUESTIONS.default,
  bank: EXAM_QUESTIONS.default,
}

interface NewReserve {
  learnerId: string
  /** Of the event that sets the interview. */
  eventId: string
  learningPaths: readonly string[]
  now: Date
}

/**
 * The questions to reserve for mock exams from now on, those of the paths before others in the same topics; if these are too
 * few for an exam, others of the bank. Those of an unfinished exam and those already reserved stay, since the learner
 * hasn't seen them.
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
  for (const tier of reserveTiers) {
    const added = selectReserved(
      candidates.filter((one) => one.tier === tier && !stay.includes(one.questionId)),
      { count: Math.max(0, most[tier] - stay.length), rank },
    )
    stay.push(...added)
  }
  return stay
}
