import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { sql } from 'kysely'
import { answerEventId } from '../learner-store/commit-learners.ts'
import type { KeyRequest } from '../question-copies/question-repository.ts'
import type { Db } from '../tables.ts'
import type { EarnedBadge, NewAnswer } from './save-answers.ts'

/** Answers that are already in the log, and the badges that they earned. */
export interface RecordedAnswers {
  /** By learner and answer id. */
  answers: Map<string, Map<string, AnswerSubmittedData>>
  /** By event id of the answer. */
  badges: Map<string, readonly EarnedBadge[]>
}

/** By index of the answers: the version that graded the answer when it was first sent. */
export function recordedVersions(
  answers: readonly NewAnswer[],
  recorded: RecordedAnswers['answers'],
): Map<number, KeyRequest> {
  const versions = new Map<number, KeyRequest>()
  for (const [index, { learnerId, answerId, questionId }] of answers.entries()) {
    const earlier = recorded.get(learnerId)?.get(answerId)
    // An answer id that was used for another question is rejected in a later step.
    if (earlier?.questionId === questionId)
      versions.set(index, { questionId, version: earlier.questionVersion })
  }
  return versions
}

/** Which of these answers are in the log. */
export async function findRecordedAnswers(
  db: Db,
  log: EventLog,
  answers: readonly NewAnswer[],
): Promise<RecordedAnswers> {
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
  const recorded: RecordedAnswers = { answers: new Map(), badges: new Map() }
  for (const event of events) {
    const data = event.data as AnswerSubmittedData
    const known = recorded.answers.get(data.learnerId) ?? new Map()
    recorded.answers.set(data.learnerId, known.set(data.answerId, data))
  }
  for (const { cause, ...badge } of earned.rows)
    recorded.badges.set(cause, [...(recorded.badges.get(cause) ?? []), badge])
  return recorded
}
