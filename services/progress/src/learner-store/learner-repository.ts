import type { EventLog, StreamHead } from '@rehearse/event-store'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import { type Learner, newLearner, type SectionLeft } from '../learner/state.ts'
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

interface AnsweredRow {
  attempts: number
  isSolved: boolean
  pathId: string | null
  sectionId: string | null
  unsolved: string[] | null
}

/**
 * The state of each requested question, in the same order. At most one more unsolved question of a section is returned
 * than questions are requested: enough to see whether these can complete it.
 */
export async function readQuestionStates(
  db: Db,
  asked: readonly AnsweredQuestion[],
): Promise<QuestionState[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<AnsweredRow>`
    select coalesce(state.attempts, 0) as attempts, coalesce(state.solved, 0) > 0 as "isSolved",
      place.learning_path as "pathId", place.section_id as "sectionId",
      case when coalesce(state.solved, 0) <= 0 and place.section_id is not null then array(
        select other.question_id::text
        from bank_question other
        where other.is_open and other.learning_path = place.learning_path and other.section_id = place.section_id
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
    left join bank_question place
      on place.question_id = asked.question_id and place.is_open and place.learning_path is not null
    order by asked.position`.execute(db)
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
