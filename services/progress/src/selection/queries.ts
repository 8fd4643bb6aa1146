import type { NextQuestionsQuery } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

type Wanted = NextQuestionsQuery & { seed: string; now: Date }

/** Milliseconds in which a question that was answered correctly doesn't come again while others are left. */
const restFor = 7 * 24 * 60 * 60 * 1_000

/** Questions to ask next, by what the learner answered last: 0 unseen, 1 due again, 2 answered correctly lately. */
export async function selectNext(
  db: Db,
  learnerId: string,
  { count, category, learningPath, difficulty, graded, seed, now }: Wanted,
): Promise<{ questionIds: string[]; total: number }> {
  const since = new Date(now.getTime() - restFor)
  const conditions = [
    sql`bank.is_open`,
    ...(learningPath === undefined ? [] : [sql`bank.learning_path = ${learningPath}`]),
    ...(category === undefined
      ? []
      : [
          sql`bank.category_id in (
            select id from category where id = ${category} or lower(name) = lower(${category}))`,
        ]),
    ...(difficulty === undefined ? [] : [sql`question.difficulty = ${difficulty}`]),
    ...(graded ? [sql`question.type <> 'open-ended'`] : []),
  ]
  const { rows } = await sql<{ questionId: string; total: number }>`
    with pool as (
      select bank.question_id, state.last_correct, state.last_answered_at,
        case when state.question_id is null then 0
          when state.last_correct and state.last_answered_at > ${since} then 2
          else 1 end as standing
      from bank_question bank
      join answer_key question on question.question_id = bank.question_id and question.version = bank.version
      left join learner_question state
        on state.learner_id = ${learnerId} and state.question_id = bank.question_id and state.answered > 0
      where ${sql.join(conditions, sql` and `)}
    )
    select question_id as "questionId", (select count(*)::int from pool) as total from pool
    where standing < 2 or not exists (select from pool where standing < 2)
    order by standing, last_correct, last_answered_at,
      uuid_hash_extended(question_id, hashtextextended(${seed}, 0))
    limit ${count}`.execute(db)
  return { questionIds: rows.map(({ questionId }) => questionId), total: rows[0]?.total ?? 0 }
}
