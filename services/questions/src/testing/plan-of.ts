import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../tables.ts'

/** How Postgres does a statement, with the rows that it met on the way. */
export async function planOf(db: Db, statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<
    Record<'QUERY PLAN', string>
  >`explain (analyze, costs off, timing off) ${statement}`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
