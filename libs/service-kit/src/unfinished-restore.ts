import { type Kysely, sql } from 'kysely'

/** The schema that stands in a database while a backup is being restored into it, also after an attempt that broke off. */
export const unfinishedRestore = 'unfinished_restore'

/**
 * What is written into half of a database is thrown away by the next attempt: nobody may serve from it.
 * @throws while a restore has not come to its end
 */
export async function requireFinishedRestore<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regnamespace(${unfinishedRestore}) is not null as there`.execute(db)
  if (rows[0]?.there) throw new Error('a restore of this database has not come to its end: start it again')
}
