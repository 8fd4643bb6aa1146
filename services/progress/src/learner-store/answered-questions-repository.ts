import { type Kysely, sql } from 'kysely'
import type { SectionLeft } from '../learner/learner.ts'
import type { ProgressTables } from '../tables.ts'

export interface AnsweredQuestion {
  learnerId: string
  questionId: string
}

/** What one learner has made of one question, and what the section it stands in still lacks. */
export interface QuestionState {
  attempts: number
  /** They have answered it right, since its path was begun anew if it was. */
  isSolved: boolean
  /** Null where a right answer can not complete the section: no path, no section, or solved before. */
  left: SectionLeft | null
}

interface Row {
  attempts: number
  isSolved: boolean
  pathId: string | null
  sectionId: string | null
  unsolved: string[] | null
}

/**
 * The state of each question asked for, in the same order. Of a section's unsolved questions at most one more is told
 * than there are questions asked for, which is enough to see whether these can be its last ones.
 */
export async function readQuestionStates(
  db: Kysely<ProgressTables>,
  asked: readonly AnsweredQuestion[],
): Promise<QuestionState[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<Row>`
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

/** One object for all questions of a learner's section, so that an answer to one is seen by the others. */
function sectionLeft(row: Row, learnerId: string, sections: Map<string, SectionLeft>): SectionLeft | null {
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
