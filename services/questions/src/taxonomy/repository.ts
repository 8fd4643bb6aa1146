import { sql } from 'kysely'
import { foldText } from '../questions/fold-text.ts'
import type { Place } from '../questions/question.ts'
import type { Db, Trx } from '../tables.ts'

/** The four catalogues that questions are filed under, by the names of their tables. */
export const placeKinds = ['category', 'topic', 'learning_path', 'section'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** An entry as it now is, and the number of its last change. */
export interface RevisedPlace extends Place {
  revision: number
}

/** Entries by what was asked for: a name (case and white space folded) or an id. Where both fit, the name counts. */
export async function findPlaces(
  db: Db,
  kind: PlaceKind,
  wanted: readonly string[],
): Promise<Map<string, Place>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Place & { folded_name: string }>`
    select id, name, folded_name from ${sql.table(kind)}
    where folded_name = any(${wanted.map(foldText)}) or id = any(${[...wanted]})`.execute(db)
  const byName = new Map(rows.map((row) => [row.folded_name, { id: row.id, name: row.name }]))
  const byId = new Map(rows.map((row) => [row.id, { id: row.id, name: row.name }]))
  return new Map(
    wanted.flatMap((name) => {
      const place = byName.get(foldText(name)) ?? byId.get(name)
      return place ? [[name, place] as const] : []
    }),
  )
}

/** Which of these ids are in use. */
export async function takenIds(db: Db, kind: PlaceKind, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(kind)} where id = any(${[...ids]})`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function insertPlaces(
  trx: Trx,
  kind: PlaceKind,
  places: readonly Place[],
): Promise<RevisedPlace[]> {
  const { rows } = await sql<RevisedPlace>`
    insert into ${sql.table(kind)} (id, name, folded_name)
    select * from unnest(
      ${places.map((place) => place.id)}::text[],
      ${places.map((place) => place.name)}::text[],
      ${places.map((place) => foldText(place.name))}::text[]
    )
    returning id, name, revision`.execute(trx)
  return rows
}
