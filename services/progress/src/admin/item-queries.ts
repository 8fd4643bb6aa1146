import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'

type Db = Kysely<ProgressTables>

export interface ItemRow {
  version: number
  title: string
  options: { id: string; isCorrect: boolean }[]
  n: number
  facility: number | null
  discrimination: number | null
  medianTime: number | null
}

/**
 * Every version of a question with the figures of its first attempts; the newest first.
 *
 * Facility is the share of right ones. Discrimination is the point-biserial correlation between right or wrong here and
 * the share of right ones at the same respondent's other questions (the item-rest correlation; Crocker and Algina,
 * Introduction to Classical and Modern Test Theory, 1986, chapter 14). The item itself is left out of the share, since it
 * would else agree with itself.
 */
export async function readItem(db: Db, questionId: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select item.version, item.title, item.options, figures.n, figures.facility, figures.discrimination,
      figures.median_time as "medianTime"
    from answer_key item
    cross join lateral (
      select count(*)::int as n, avg(given.correct::int)::float8 as facility,
        corr(given.correct::int,
          (others.correct - given.correct::int)::float8 / nullif(others.answered - 1, 0)) as discrimination,
        percentile_cont(0.5) within group (order by given.time_spent) as median_time
      from item_answer given
      join item_respondent others on others.respondent = given.respondent
      where given.question_id = item.question_id and given.question_version = item.version and given.attempt = 1
    ) as figures
    where item.question_id = ${questionId}
    order by item.version desc`.execute(db)
  return rows
}

/** How often each option was chosen at first attempts, by version and option id. */
export async function readPicks(db: Db, questionId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ version: number; option: string; count: number }>`
    select question_version as version, option, count(*)::int as count
    from item_answer, unnest(selected) as option
    where question_id = ${questionId} and attempt = 1
    group by question_version, option`.execute(db)
  return new Map(rows.map(({ version, option, count }) => [pickKey(version, option), count]))
}

export const pickKey = (version: number, optionId: string): string => `${version}/${optionId}`
