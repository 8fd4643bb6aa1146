import { ITEM_STATISTICS_MIN } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

export interface ItemFigures {
  questionId: string
  version: number
  newestVersion: number
  title: string
  optionCount: number
  rightCount: number
  n: number
  facility: number
  discrimination: number | null
  medianTime: number
}

/**
 * Each version of each question that enough learners have answered, by question, the newest first; see readItem for what
 * the figures are. Questions that were deleted are left out.
 */
export async function readAllItems(db: Kysely<ProgressTables>): Promise<ItemFigures[]> {
  const { rows } = await sql<ItemFigures>`
    with figures as (
      select given.question_id, given.question_version as version, count(*)::int as n,
        avg(given.correct::int)::float8 as facility,
        corr(given.correct::int,
          (others.correct - given.correct::int)::float8 / nullif(others.answered - 1, 0)) as discrimination,
        percentile_cont(0.5) within group (order by given.time_spent) as median_time
      from item_answer given
      join item_respondent others on others.respondent = given.respondent
      where given.attempt = 1
      group by given.question_id, given.question_version
      having count(*) >= ${ITEM_STATISTICS_MIN}
    )
    select figures.question_id as "questionId", figures.version, bank.version as "newestVersion", item.title,
      jsonb_array_length(item.options) as "optionCount",
      (select count(*)::int from jsonb_array_elements(item.options) as option
        where (option ->> 'isCorrect')::boolean) as "rightCount",
      n, facility, discrimination, median_time as "medianTime"
    from figures
    join answer_key item on item.question_id = figures.question_id and item.version = figures.version
    join bank_question bank on bank.question_id = figures.question_id and bank.is_open
    order by figures.question_id, figures.version desc`.execute(db)
  return rows
}
