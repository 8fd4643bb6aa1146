import { sql } from 'kysely'
import type { Trx } from '../tables.ts'
import type { PlaceKind, RevisedPlace } from './repository.ts'
import { isListed } from './undone-node-repository.ts'

/** Ids of all entries that are listed; nobody else changes, adds or arranges any until the transaction ends. */
export async function lockAll(trx: Trx, kind: PlaceKind): Promise<string[]> {
  await sql`lock table ${sql.table(kind)} in share row exclusive mode`.execute(trx)
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(kind)} where ${isListed(kind)}`.execute(trx)
  return rows.map((row) => row.id)
}

/** Numbers entries from 1; those that stand where they stood are left alone. */
export async function numberPlaces(
  trx: Trx,
  kind: PlaceKind,
  ids: readonly string[],
): Promise<RevisedPlace[]> {
  const { rows } = await sql<RevisedPlace>`
    update ${sql.table(kind)} as place
    set sort_order = wanted.position, edited_at = now(), revision = nextval('definition_revision')
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    where place.id = wanted.id and place.sort_order <> wanted.position
    returning place.id, place.name, place.revision`.execute(trx)
  return rows
}
