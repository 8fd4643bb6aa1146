import { sql } from 'kysely'
import type { Db } from '../tables.ts'

export interface Totals {
  total: number
  active: number
  /** Mean of beginner 1, intermediate 2, advanced 3. */
  difficulty: number | null
  last_updated: Date | null
}

export async function readTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      count(*) as total,
      count(*) filter (where is_active) as active,
      avg(case difficulty when 'beginner' then 1 when 'intermediate' then 2 else 3 end)::float8 as difficulty,
      max(updated_at) as last_updated
    from question where deleted_at is null`.execute(db)
  return rows[0] ?? { total: 0, active: 0, difficulty: null, last_updated: null }
}

/** Categories by name, paths and sections by id: the values that questions themselves show. */
const groups = {
  category: { column: 'category_id', name: sql`(select name from category where category.id = place)` },
  difficulty: { column: 'difficulty', name: sql`place` },
  learningPath: { column: 'learning_path_id', name: sql`place` },
  section: { column: 'section_id', name: sql`place` },
}

/** How many questions there are by each value, most first; questions without one are left out. */
export async function countBy(db: Db, group: keyof typeof groups): Promise<[string, number][]> {
  const { column, name } = groups[group]
  const { rows } = await sql<{ name: string; count: number }>`
    select ${name} as name, count
    from (
      select ${sql.ref(column)} as place, count(*) as count from question where deleted_at is null group by 1
    ) as counted
    where place is not null
    order by count desc, name`.execute(db)
  return rows.map((row) => [row.name, row.count])
}

export interface DayOfWork {
  date: string
  added: number
  updated: number
  deleted: number
}

/** What was done to the bank on each of the last days (UTC), newest first, quiet days too. */
export async function readRecentActivity(db: Db, days: number): Promise<DayOfWork[]> {
  const { rows } = await sql<DayOfWork>`
    with day as (
      select (now() at time zone 'utc')::date - number as date from generate_series(0, ${days - 1}::int) as number
    ), work as (
      select (changed_at at time zone 'utc')::date as date, action, count(*) as count
      from question_version
      where changed_at >= ((now() at time zone 'utc')::date - ${days - 1}::int)::timestamp at time zone 'utc'
      group by 1, 2
    )
    select
      day.date,
      coalesce(sum(count) filter (where action in ('created', 'restored')), 0)::int as added,
      coalesce(sum(count) filter (where action = 'updated'), 0)::int as updated,
      coalesce(sum(count) filter (where action = 'deleted'), 0)::int as deleted
    from day left join work on work.date = day.date
    group by day.date
    order by day.date desc`.execute(db)
  return rows
}
