import type { Kysely } from 'kysely'
import type { EventTables } from './event-tables.ts'

/** Where a reader of the log stopped: the global position of the last event it has dealt with; 0 at first. */
export async function readCheckpoint<Tables extends EventTables>(
  database: Kysely<Tables>,
  name: string,
): Promise<number> {
  const db = database as unknown as Kysely<EventTables>
  const row = await db.selectFrom('checkpoint').select('position').where('name', '=', name).executeTakeFirst()
  return row?.position ?? 0
}

/**
 * Stores how far a reader has come; in the same transaction as what it made of the events, if it made anything. One that
 * was taken over while it stood still, as a paused process is, takes nothing back.
 */
export async function writeCheckpoint<Tables extends EventTables>(
  database: Kysely<Tables>,
  name: string,
  position: number,
): Promise<void> {
  const db = database as unknown as Kysely<EventTables>
  await db
    .insertInto('checkpoint')
    .values({ name, position })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ position, updated_at: new Date() })
        .where('checkpoint.position', '<', position),
    )
    .execute()
}
