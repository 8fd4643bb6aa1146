import { sql } from 'kysely'
import { foldText } from '../questions/fold-text.ts'
import type { Db } from '../tables.ts'

export interface ChosenQuestion {
  id: string
  title: string
  state: 'open' | 'inactive' | 'unapproved' | 'deleted'
}

/** What is known of these questions; those that never were are left out. */
export async function chosenQuestions(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChosenQuestion>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ChosenQuestion>`
    select id, title, case
        when deleted_at is not null then 'deleted'
        when not approved then 'unapproved'
        when not is_active then 'inactive'
        else 'open' end as state
    from question where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** How many open questions these categories have, by folded name; those that there are none of are left out. */
export async function openInCategories(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; count: number }>`
    select folded_name as name,
      (select count(*) from question where category_id = category.id and is_open) as count
    from category where folded_name = any(${names.map(foldText)})`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}
