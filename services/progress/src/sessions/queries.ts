import type { NextQuestionsQuery, QuestionsByStatusQuery } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

type NextQuestionsInput = NextQuestionsQuery & { seed: string; now: Date }

/** Milliseconds during which a correctly answered question isn't selected while others are left. */
const restFor = 7 * 24 * 60 * 60 * 1_000

/**
 * Questions to ask next, ordered by the learner's last answer: 0 unseen, 1 due again, 2 answered correctly recently.
 */
export async function selectNext(
  db: Db,
  learnerId: string,
  { count, category, learningPath, difficulty, graded, seed, now }: NextQuestionsInput,
): Promise<{ questionIds: string[]; total: number }> {
  const since = new Date(now.getTime() - restFor)
  const conditions = [
    ...matching({ category, learningPath, difficulty }),
    ...(graded ? [sql`question.type <> 'open-ended'`] : []),
  ]
  const { rows } = await sql<{ questionId: string; total: number }>`
    with pool as (
      select bank.question_id, state.last_correct, state.last_answered_at,
        case when state.question_id is null then 0
          when state.last_correct and state.last_answered_at > ${since} then 2
          else 1 end as priority
      ${bankWithState(learnerId)}
      where ${sql.join(conditions, sql` and `)}
    )
    select question_id as "questionId", (select count(*)::int from pool) as total from pool
    where priority < 2 or not exists (select from pool where priority < 2)
    order by priority, last_correct, last_answered_at,
      uuid_hash_extended(question_id, hashtextextended(${seed}, 0))
    limit ${count}`.execute(db)
  return { questionIds: rows.map(({ questionId }) => questionId), total: rows[0]?.total ?? 0 }
}

/** A learner's unseen, missed or correctly answered questions; within a path, easy ones first. */
export async function readByStatus(
  db: Db,
  learnerId: string,
  { status, page, pageSize, ...filters }: QuestionsByStatusQuery,
): Promise<{ questionIds: string[]; totalCount: number }> {
  const matches = sql`${bankWithState(learnerId)}
    where ${sql.join([...matching(filters), statuses[status]], sql` and `)}`
  const [found, counted] = await Promise.all([
    sql<{ questionId: string }>`
      select bank.question_id as "questionId" ${matches}
      order by bank.learning_path, array_position(array['beginner', 'intermediate', 'advanced'], question.difficulty),
        bank.question_id
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ totalCount: number }>`select count(*)::int as "totalCount" ${matches}`.execute(db),
  ])
  return {
    questionIds: found.rows.map(({ questionId }) => questionId),
    totalCount: counted.rows[0]?.totalCount ?? 0,
  }
}

const statuses = {
  unseen: sql`state.question_id is null`,
  missed: sql`not state.last_correct`,
  correct: sql`state.last_correct`,
}

/** The newest version of each question, with the learner's last answer. */
const bankWithState = (learnerId: string) => sql`
  from bank_question bank
  join answer_key question on question.question_id = bank.question_id and question.version = bank.version
  left join learner_question state
    on state.learner_id = ${learnerId} and state.question_id = bank.question_id and state.answered > 0`

const matching = ({
  category,
  learningPath,
  difficulty,
}: Pick<QuestionsByStatusQuery, 'category' | 'learningPath' | 'difficulty'>) => [
  sql`bank.is_open`,
  ...(learningPath === undefined ? [] : [sql`bank.learning_path = ${learningPath}`]),
  ...(category === undefined
    ? []
    : [
        sql`bank.category_id in (
          select id from category where id = ${category} or lower(name) = lower(${category}))`,
      ]),
  ...(difficulty === undefined ? [] : [sql`question.difficulty = ${difficulty}`]),
]
