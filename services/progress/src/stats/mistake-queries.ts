import type { Mistake } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

type Db = Kysely<ProgressTables>

/** A question whose last answer was wrong, as a place to go on from. */
export interface MistakePlace {
  answeredAt: string
  questionId: string
}

/** Questions whose last answer was wrong, those that have waited longest first; of what learners may still see. */
export async function readMistakes(
  db: Db,
  learnerId: string,
  { after, limit }: { after: MistakePlace | undefined; limit: number },
): Promise<Mistake[]> {
  const { rows } = await sql<Omit<Mistake, 'answeredAt'> & { answeredAt: Date }>`
    select state.question_id as "questionId", asked.title, asked.category, asked.difficulty,
      state.last_answered_at as "answeredAt"
    ${mistakes(learnerId)}
    join answer_key as asked on asked.question_id = bank.question_id and asked.version = bank.version
    ${
      after === undefined
        ? sql``
        : sql`where (state.last_answered_at, state.question_id)
            > (${after.answeredAt}::timestamptz, ${after.questionId}::uuid)`
    }
    order by state.last_answered_at, state.question_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() }))
}

export async function countMistakes(db: Db, learnerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${mistakes(learnerId)}`.execute(db)
  return rows[0]?.count ?? 0
}

const mistakes = (learnerId: string) => sql`
  from learner_question as state
  join bank_question as bank on bank.question_id = state.question_id and bank.is_open
    and state.learner_id = ${learnerId} and not state.last_correct`
