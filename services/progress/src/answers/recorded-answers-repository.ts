import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { sql } from 'kysely'
import { answerEventId } from '../learner-store/commit-learners.ts'
import type { KeyRequest } from '../question-copies/question-repository.ts'
import type { Db } from '../tables.ts'
import type { EarnedBadge, NewAnswer } from './save-answers.ts'

/** Answers that are already in the log, by answer id, and the badges that each one earned. */
export interface RecordedAnswers {
  answers: Map<string, AnswerSubmittedData>
  badges: Map<string, EarnedBadge[]>
}

/** By index of the answers: the version that graded the answer when it was first sent. */
export function recordedVersions(
  answers: readonly NewAnswer[],
  recorded: ReadonlyMap<string, RecordedAnswers>,
): Map<number, KeyRequest> {
  const versions = new Map<number, KeyRequest>()
  for (const [index, { learnerId, answerId, questionId }] of answers.entries()) {
    const earlier = recorded.get(learnerId)?.answers.get(answerId)
    // An answer id that was used for another question is rejected in a later step.
    if (earlier?.questionId === questionId)
      versions.set(index, { questionId, version: earlier.questionVersion })
  }
  return versions
}

/** By learner: which of these answers are in the log. */
export async function findRecordedAnswers(
  db: Db,
  log: EventLog,
  answers: readonly NewAnswer[],
): Promise<Map<string, RecordedAnswers>> {
  const ids = answers.map(({ learnerId, answerId }) => answerEventId(learnerId, answerId))
  const [events, earned] = await Promise.all([
    log.reader(db).readById(ids),
    sql<EarnedBadge & { cause: string }>`
      select badge_id as "badgeId", learner_badge.title, learner_badge.rarity, coalesce(description, '') as description,
        caused_by as cause
      from learner_badge left join badge_definition using (badge_id)
      where learner_id = any(${[...new Set(answers.map(({ learnerId }) => learnerId))]}::text[])
        and caused_by = any(${ids}::uuid[])
      order by position, badge_id`.execute(db),
  ])
  const byCause = Map.groupBy(earned.rows, (row) => row.cause)
  const recorded = new Map<string, RecordedAnswers>()
  for (const event of events) {
    const data = event.data as AnswerSubmittedData
    const known = recorded.get(data.learnerId) ?? { answers: new Map(), badges: new Map() }
    recorded.set(data.learnerId, known)
    known.answers.set(data.answerId, data)
    const badges = byCause.get(event.eventId) ?? []
    known.badges.set(
      data.answerId,
      badges.map(({ cause: _, ...badge }) => badge),
    )
  }
  return recorded
}
