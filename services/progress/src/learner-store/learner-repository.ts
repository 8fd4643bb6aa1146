import type { EventLog, StreamHead } from '@rehearse/event-store'
import { sql } from 'kysely'
import { answerSubmittedType, type LearnerEventType, learnerStream } from '../learner/events.ts'
import { type Learner, newLearner, type SectionLeft } from '../learner/state.ts'
import { questionsProjection } from '../read-models/answers.ts'
import { readModelsBehind } from '../read-models/follow-log.ts'
import { readLearnerStates } from '../read-models/learner-states.ts'
import type { Db } from '../tables.ts'

/**
 * The heads of learners' streams. Read them before anything else that a decision needs: the append then detects every
 * later change.
 */
export async function readHeads(
  db: Db,
  log: EventLog,
  learnerIds: readonly string[],
): Promise<Map<string, StreamHead>> {
  const heads = await log.reader(db).heads(learnerIds.map(learnerStream))
  return new Map(
    learnerIds.map((id) => [
      id,
      heads.get(learnerStream(id)) ?? { version: 0, wrappedKey: null, isErased: false },
    ]),
  )
}

/** Learners without their active days; new ones where there are no events yet. */
export async function readLearners(db: Db, learnerIds: readonly string[]): Promise<Map<string, Learner>> {
  const [states, achieved] = await Promise.all([
    readLearnerStates(db, learnerIds),
    sql<{ learner_id: string; badges: string[]; milestones: string[] }>`
      select learner_id,
        array(select badge_id from learner_badge where learner_badge.learner_id = asked.learner_id) as badges,
        array(select milestone_id from learner_milestone where learner_milestone.learner_id = asked.learner_id)
          as milestones
      from unnest(${learnerIds}::text[]) as asked (learner_id)`.execute(db),
  ])
  return new Map(
    achieved.rows.map(({ learner_id: id, badges, milestones }) => {
      const state = states.get(id)
      const learner = newLearner(id)
      if (state === undefined) return [id, learner]
      return [id, { ...learner, state, badges: new Set(badges), milestones: new Set(milestones), days: null }]
    }),
  )
}

interface AnsweredQuestion {
  learnerId: string
  questionId: string
}

/** One learner's record of one question, and the unsolved questions of its section. */
export interface QuestionState {
  attempts: number
  /** Answered correctly since its path was last reset. */
  isSolved: boolean
  /** Null if a correct answer can't complete a section: no path, no section, or solved before. */
  left: SectionLeft | null
}

/** A learner who has answered more questions is asked about one by one. */
const answeredMax = 300

/**
 * Every question that learners have answered, with events that aren't in the read model yet; absent where they are too
 * many.
 * @throws {DomainError} as `readQuestionStates`
 */
export async function readAnsweredQuestions(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, Map<string, { attempts: number; isSolved: boolean }>>> {
  if (learnerIds.length === 0) return new Map()
  const { rows } = await sql<AnsweredQuestion & { attempts: number; isSolved: boolean; isBehind: boolean }>`
    with ${unfoldedOf(learnerIds)}
    select learner_id as "learnerId", question_id as "questionId", max(attempts) as attempts,
      bool_or(is_solved) as "isSolved", (select it from behind) as "isBehind"
    from (
      select state.learner_id, state.question_id, state.attempts, state.solved > 0 as is_solved
      from unnest(${learnerIds}::text[]) as asked (learner_id)
      cross join lateral (
        select * from learner_question where learner_question.learner_id = asked.learner_id limit ${answeredMax + 1}
      ) as state
      union all select learner_id, question_id, attempts, is_solved from answered
    ) as every
    group by learner_id, question_id`.execute(db)
  if (rows[0]?.isBehind) throw readModelsBehind()
  const byLearner = Map.groupBy(rows, (row) => row.learnerId)
  return new Map(
    learnerIds.flatMap((id) => {
      const answered = byLearner.get(id) ?? []
      if (answered.length > answeredMax) return []
      return [
        [
          id,
          new Map(answered.map(({ questionId, attempts, isSolved }) => [questionId, { attempts, isSolved }])),
        ],
      ]
    }),
  )
}

/** Of events that change a learner's record of a question. */
const unfoldedTypes: readonly LearnerEventType[] = [answerSubmittedType, 'AnswerRegraded', 'ProgressReset']

interface AnsweredRow {
  attempts: number
  isSolved: boolean
  pathId: string | null
  sectionId: string | null
  unsolved: string[] | null
  isBehind: boolean
}

/** More events that aren't in the read model yet are waited for instead of read. */
const unfoldedMax = 20_000

/**
 * Common table expressions: learners' answers that aren't in the read model yet, by question, and whether it has to catch
 * up before it can be read at all.
 */
const unfoldedOf = (learnerIds: readonly string[]) => sql`
  place as (
      select coalesce((select position from checkpoint where name = ${questionsProjection.name}), 0) as position
    ), unfolded as materialized (
      select data->>'learnerId' as learner_id, type, (data->>'questionId')::uuid as question_id,
        (data->>'attempt')::int as attempt, (data->>'isCorrect')::boolean as is_correct
      from (
        select stream_id, type, data from event where global_position > (select position from place)
        order by global_position limit ${unfoldedMax}
      ) as newest
      where stream_id = any(${learnerIds.map(learnerStream)}::text[])
        and type = any(${unfoldedTypes}::text[])
    ), answered as materialized (
      select learner_id, question_id, max(attempt) as attempts, bool_or(is_correct) as is_solved
      from unfolded where type = ${answerSubmittedType} group by learner_id, question_id
    ), behind as (
      select exists (select from unfolded where type <> ${answerSubmittedType})
        or coalesce((select max(global_position) from event), 0) > (select position from place) + ${unfoldedMax} as it
    )`

/**
 * The state of each requested question, in the same order. At most one more unsolved question of a section is returned
 * than questions are requested: enough to see whether these can complete it.
 *
 * The read model is some moments behind the log. One statement, and so one snapshot, reads its rows and the learners'
 * events that aren't in them yet.
 * @throws {DomainError} unavailable, `read_models_behind`, where a reset or a regrade is among those events: the read
 * model has to catch up first
 */
export async function readQuestionStates(
  db: Db,
  asked: readonly AnsweredQuestion[],
): Promise<QuestionState[]> {
  if (asked.length === 0) return []
  const learnerIds = [...new Set(asked.map((one) => one.learnerId))]
  const { rows } = await sql<AnsweredRow>`
    with ${unfoldedOf(learnerIds)}, solved as materialized (
      select learner_id, array_agg(question_id) as question_ids from answered where is_solved group by learner_id
    )
    select greatest(state.attempts, answered.attempts, 0) as attempts,
      coalesce(state.solved, 0) > 0 or coalesce(answered.is_solved, false) as "isSolved",
      place.learning_path as "pathId", place.section_id as "sectionId", (select it from behind) as "isBehind",
      case when coalesce(state.solved, 0) <= 0 and answered.is_solved is not true and place.section_id is not null
      then array(
        select other.question_id::text
        from bank_question other
        where other.is_open and other.learning_path = place.learning_path and other.section_id = place.section_id
          and other.question_id <> all(coalesce(solved.question_ids, '{}'))
          -- A value, not an anti-join: one look at the index for each question until there are enough of them,
          -- and never a look at all that the learner has ever answered.
          and coalesce((
            select done.solved from learner_question done
            where done.learner_id = asked.learner_id and done.question_id = other.question_id), 0) <= 0
        limit asked.at_most)
      end as unsolved
    from unnest(
      ${asked.map((one) => one.learnerId)}::text[], ${asked.map((one) => one.questionId)}::uuid[],
      ${atMost(asked)}::int[]
    ) with ordinality as asked (learner_id, question_id, at_most, position)
    left join learner_question state
      on state.learner_id = asked.learner_id and state.question_id = asked.question_id
    left join answered on answered.learner_id = asked.learner_id and answered.question_id = asked.question_id
    left join solved on solved.learner_id = asked.learner_id
    left join bank_question place
      on place.question_id = asked.question_id and place.is_open and place.learning_path is not null
    order by asked.position`.execute(db)
  if (rows[0]?.isBehind) throw readModelsBehind()
  const sections = new Map<string, SectionLeft>()
  return rows.map((row, index) => ({
    attempts: row.attempts,
    isSolved: row.isSolved,
    left: sectionLeft(row, asked[index]?.learnerId ?? '', sections),
  }))
}

/** One shared object per learner and section, so that an answer to one question counts for the others. */
function sectionLeft(
  row: AnsweredRow,
  learnerId: string,
  sections: Map<string, SectionLeft>,
): SectionLeft | null {
  const { pathId, sectionId, unsolved } = row
  if (pathId === null || sectionId === null || unsolved === null) return null
  const key = JSON.stringify([learnerId, pathId, sectionId])
  const left = sections.get(key) ?? { pathId, sectionId, questionIds: new Set(unsolved) }
  sections.set(key, left)
  return left
}

function atMost(asked: readonly AnsweredQuestion[]): number[] {
  const counts = new Map<string, number>()
  for (const { learnerId } of asked) counts.set(learnerId, (counts.get(learnerId) ?? 0) + 1)
  return asked.map(({ learnerId }) => (counts.get(learnerId) ?? 0) + 1)
}
