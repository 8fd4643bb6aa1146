import { type Kysely, type Selectable, sql } from 'kysely'
import type { MessagingTables } from './messaging-tables.ts'

/** Which parked messages are meant. */
export type ParkedChoice = number | 'all'

/** What could not be handled, oldest first. */
export async function listParked(
  db: Kysely<MessagingTables>,
): Promise<Selectable<MessagingTables['parked_message']>[]> {
  return db.selectFrom('parked_message').selectAll().orderBy('id').execute()
}

export async function countParked<Tables extends MessagingTables>(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from parked_message`.execute(db)
  return rows[0]?.count ?? 0
}

/** In words, how many there are; undefined while there are none, or nobody can tell. */
export async function describeParked<Tables extends MessagingTables>(
  db: Kysely<Tables>,
): Promise<string | undefined> {
  const count = await countParked(db).catch(() => 0)
  return count === 0 ? undefined : `${count} parked: see ops:parked`
}

/** Asks the service that parked them to handle messages again. @returns how many there are */
export async function askForReplay(db: Kysely<MessagingTables>, which: ParkedChoice): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update parked_message set replay_at = now() where ${matching(which)}`.execute(db)
  return Number(numAffectedRows)
}

/** Gives messages up for good. @returns how many there were */
export async function dropParked(db: Kysely<MessagingTables>, which: ParkedChoice): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from parked_message where ${matching(which)}`.execute(db)
  return Number(numAffectedRows)
}

const matching = (which: ParkedChoice) => (which === 'all' ? sql<boolean>`true` : sql<boolean>`id = ${which}`)
