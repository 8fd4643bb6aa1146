import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/** Notes of every file that no question has since when that is so; at most as often as somebody looks. */
export async function markUnused(db: Db, now: Date): Promise<void> {
  await sql`
    update audio_file set unused_since = ${now} where unused_since is null
      and not exists (select from audio_attachment where file_name = name)`.execute(db)
}

export async function unusedBefore(db: Db, moment: Date): Promise<string[]> {
  const rows = await db.selectFrom('audio_file').select('name').where('unused_since', '<', moment).execute()
  return rows.map(({ name }) => name)
}

/** @returns whether nobody knows the file any more */
export async function forgetUnused(trx: Trx, name: string, before: Date): Promise<boolean> {
  await sql`
    delete from audio_file where name = ${name} and unused_since < ${before}
      and not exists (select from audio_attachment where file_name = name)`.execute(trx)
  const known = await trx.selectFrom('audio_file').select('name').where('name', '=', name).executeTakeFirst()
  return known === undefined
}

/** Of these files, the ones that nobody knows. */
export async function unknownAmong(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as given (name)
    where not exists (select from audio_file where audio_file.name = given.name)`.execute(db)
  return rows.map(({ name }) => name)
}
