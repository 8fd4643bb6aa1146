import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventTables } from './event-tables.ts'
import type { Projection } from './projection.ts'
import { liveSchema } from './shadow-tables.ts'

/** Read models that are built from the log beside the live ones, in a schema of their own. */
export interface Shadow<Tables extends EventTables> {
  /** Of its schema. */
  name: string
  projections: readonly Projection<Tables>[]
  /** Names the code it is built by: what other code has begun is not gone on with. */
  revision: string
  /** Removes the rows of erased streams, told by the SHA-256 of their names, from tables of the shadow. */
  forget(trx: Transaction<Tables>, tables: readonly string[], streamHashes: readonly Buffer[]): Promise<void>
}

/** From here on, plain names in this transaction mean tables of the shadow. */
export async function enterShadow<Tables extends EventTables>(
  trx: Transaction<Tables>,
  { name }: Shadow<Tables>,
): Promise<void> {
  await sql`select set_config('search_path', ${`"${name}", ${liveSchema}`}, true)`.execute(trx)
}

export function tablesOf<Tables extends EventTables>(
  { projections }: Shadow<Tables>,
  which: 'all' | 'of persons' = 'all',
): string[] {
  return projections
    .filter(({ countsShredded }) => which === 'all' || !countsShredded)
    .flatMap(({ tables }) => tables)
    .sort()
}

/**
 * Removes what was taken from streams that were erased since. It looks at each erasure once, and at those of the hour
 * before the shadow began too: their transactions may have been under way then.
 */
export async function forgetErased<Tables extends EventTables>(
  trx: Transaction<Tables>,
  shadow: Shadow<Tables>,
): Promise<void> {
  await enterShadow(trx, shadow)
  const { rows } = await sql<{ stream_hash: Buffer }>`
    insert into shadow_erased select stream_hash from erased_stream
    where erased_at > (select began_at - interval '1 hour' from shadow_place)
    on conflict do nothing returning stream_hash`.execute(trx)
  const hashes = rows.map((row) => row.stream_hash)
  if (hashes.length > 0) await shadow.forget(trx, tablesOf(shadow, 'of persons'), hashes)
}

export async function dropShadow<Tables>(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db)
}
