import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../tables.ts'
import { tellRemovedPlace } from './node-events.ts'
import { columnOf } from './node-write-repository.ts'
import { type PlaceKind, placeKinds, type RevisedPlace } from './repository.ts'

/**
 * Whether an entry is only there because of an import that was undone. It isn't listed then; it is still there as long
 * as a question that was deleted under it can be restored, which brings it back.
 */
const isUndone = (kind: PlaceKind): RawBuilder<boolean> => sql<boolean>`(
  edited_at is null
  and exists (
    select from import_batch_place as made join import_batch on import_batch.id = made.batch_id
    where made.kind = ${kind} and made.place_id = ${sql.table(kind)}.id and undone_at is not null)
  and not exists (
    select from question
    where ${sql.ref(columnOf[kind])} = ${sql.table(kind)}.id and deleted_at is null))`

/** Which entries lists show. */
export const isListed = (kind: PlaceKind): RawBuilder<boolean> => sql<boolean>`not ${isUndone(kind)}`

/** Notes which entries an import has made. */
export async function notePlaces(
  trx: Trx,
  batchId: string,
  kind: PlaceKind,
  places: readonly { id: string }[],
): Promise<void> {
  await sql`
    insert into import_batch_place (batch_id, kind, place_id)
    select ${batchId}, ${kind}, id from unnest(${places.map(({ id }) => id)}::text[]) as given (id)`.execute(
    trx,
  )
}

/** Removes entries of undone imports that no question stands under any more, not even a deleted one. */
export async function removeUndonePlaces(trx: Trx): Promise<number> {
  let count = 0
  for (const kind of placeKinds) {
    const { rows } = await sql<RevisedPlace>`
      delete from ${sql.table(kind)}
      where ${isUndone(kind)}
        and not exists (select from question where ${sql.ref(columnOf[kind])} = ${sql.table(kind)}.id)
      returning id, name, revision`.execute(trx)
    for (const place of rows) await tellRemovedPlace(trx, kind, place, null)
    await sql`
      delete from import_batch_place where kind = ${kind} and place_id = any(${rows.map(({ id }) => id)})`.execute(
      trx,
    )
    count += rows.length
  }
  return count
}
