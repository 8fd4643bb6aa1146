import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../tables.ts'
import { matching } from '../matching/queries.ts'
import type { QuestionFilter } from '../question-filter.ts'

/** Orders by the name of what questions are filed under. */
export type PlaceOrder = 'category' | 'learningPath'

const tables = { category: 'category', learningPath: 'learning_path' } as const
const columns = { category: sql`category_id`, learningPath: sql`learning_path_id` } as const

/** How many questions match in each category or path that has any. */
export async function countByPlace(
  db: Db,
  filter: QuestionFilter,
  by: PlaceOrder,
): Promise<ReadonlyMap<string | null, number>> {
  const { rows } = await countByPlaceStatement(filter, by).execute(db)
  return new Map(rows.map(({ place, count }) => [place, count]))
}

export const countByPlaceStatement = (
  filter: QuestionFilter,
  by: PlaceOrder,
): RawBuilder<{ place: string | null; count: number }> => sql`
  select question.${columns[by]} as place, count(*) as count from ${matching(filter, { dense: false })} group by 1`

/** The ids of categories or paths in the order of their names, which may change while no question does. */
export async function placesByName(db: Db, by: PlaceOrder): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tables[by])} order by folded_name`.execute(db)
  return rows.map(({ id }) => id)
}
