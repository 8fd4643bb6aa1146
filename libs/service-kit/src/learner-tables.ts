import { type Kysely, sql, type Transaction } from 'kysely'
import type { Collections } from './personal-data.ts'
import { personalTable } from './personal-table.ts'

/** A table in which each row is one learner's. */
interface LearnerTable {
  name: string
  /** The columns of its primary key. */
  key: string[]
}

/**
 * Every table with a `learner_id`, as a learner may see it: what is somebody's says so by that column, and so is shown
 * to them and forgotten with them without being listed anywhere.
 */
export async function learnerTables<Tables>(db: Kysely<Tables>): Promise<Collections<Tables>> {
  const tables = await findLearnerTables(db)
  return Object.fromEntries(
    tables.map(({ name, key }) => [
      name,
      personalTable<Tables>({ name, whose: 'learner_id', orderedBy: key }),
    ]),
  )
}

/** Removes a learner's rows from every table that has a `learner_id`. */
export async function eraseLearnerTables<Tables>(trx: Transaction<Tables>, learnerId: string): Promise<void> {
  for (const { name } of await findLearnerTables(trx)) {
    await sql`delete from ${sql.table(name)} where learner_id = ${learnerId}`.execute(trx)
  }
}

async function findLearnerTables<Tables>(db: Kysely<Tables>): Promise<LearnerTable[]> {
  const { rows } = await sql<LearnerTable>`
    select held.relname as name, array_agg(part.attname::text order by part.attnum) as key
    from pg_class held
    join pg_attribute whose on whose.attrelid = held.oid and whose.attname = 'learner_id' and not whose.attisdropped
    join pg_index key on key.indrelid = held.oid and key.indisprimary
    join pg_attribute part on part.attrelid = held.oid and part.attnum = any(key.indkey)
    where held.relkind in ('r', 'p') and not held.relispartition
      and held.relnamespace = current_schema()::regnamespace
    group by held.relname
    order by held.relname`.execute(db)
  return rows
}
