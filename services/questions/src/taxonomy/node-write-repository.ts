import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import type { PlaceKind, RevisedPlace } from './repository.ts'

/** The column of a question that says where it is filed, by catalogue. */
export const columnOf = {
  category: 'category_id',
  topic: 'topic_id',
  learning_path: 'learning_path_id',
  section: 'section_id',
} as const satisfies Record<PlaceKind, string>

/** Stores a new entry of an admin's; undefined where its id or its name is taken. */
export async function insertPlace(
  trx: Trx,
  kind: PlaceKind,
  columns: Readonly<Record<string, unknown>>,
): Promise<RevisedPlace | undefined> {
  const given = Object.entries(columns)
  const { rows } = await sql<RevisedPlace>`
    insert into ${sql.table(kind)} (${sql.join(given.map(([name]) => sql.ref(name)))}, edited_at)
    values (${sql.join(given.map(([, value]) => value))}, now())
    on conflict do nothing
    returning id, name, revision`.execute(trx)
  return rows[0]
}

/** Changes an entry, and says what it was called before; undefined where there is none. */
export async function updatePlace(
  trx: Trx,
  kind: PlaceKind,
  id: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<(RevisedPlace & { previousName: string }) | undefined> {
  const changes = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const marks = [sql`edited_at = now()`, sql`revision = nextval('definition_revision')`]
  const { rows: before } = await sql<{ name: string }>`
    select name from ${sql.table(kind)} where id = ${id} for update`.execute(trx)
  const { rows } = await sql<RevisedPlace>`
    update ${sql.table(kind)} set ${sql.join([...changes, ...marks])}
    where id = ${id}
    returning id, name, revision`.execute(trx)
  return rows[0] && before[0] && { ...rows[0], previousName: before[0].name }
}

/** The number of an entry's last change, which stays the last until the transaction ends; undefined: there is none. */
export async function lockRevision(trx: Trx, kind: PlaceKind, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    select revision from ${sql.table(kind)} where id = ${id} for update`.execute(trx)
  return rows[0]?.revision
}

/** The same, held by nobody. */
export async function readRevision(db: Db, kind: PlaceKind, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    select revision from ${sql.table(kind)} where id = ${id}`.execute(db)
  return rows[0]?.revision
}

/** The entry that was deleted, if there was one. Questions must not be filed under it any more. */
export async function deletePlace(trx: Trx, kind: PlaceKind, id: string): Promise<RevisedPlace | undefined> {
  const { rows } = await sql<RevisedPlace>`
    delete from ${sql.table(kind)} where id = ${id} returning id, name, revision`.execute(trx)
  return rows[0]
}

/** Takes a path out of what other paths ask for first. */
export async function forgetPrerequisite(trx: Trx, id: string): Promise<void> {
  await sql`
    update learning_path set prerequisites = array_remove(prerequisites, ${id})
    where ${id} = any(prerequisites)`.execute(trx)
}

/** Ids of the questions filed under an entry; deleted ones too, since they can be restored. */
export async function questionsFiledUnder(
  db: Db,
  kind: PlaceKind,
  id: string,
): Promise<{ id: string; deleted: boolean }[]> {
  const { rows } = await sql<{ id: string; deleted: boolean }>`
    select id, deleted_at is not null as deleted from question
    where ${sql.ref(columnOf[kind])} = ${id}
    order by id`.execute(db)
  return rows
}

/** Files deleted questions elsewhere, without a version: nobody sees them until they are restored. */
export async function moveDeletedQuestions(
  trx: Trx,
  kind: PlaceKind,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update question set ${sql.ref(columnOf[kind])} = ${to}
    where ${sql.ref(columnOf[kind])} = ${from} and deleted_at is not null`.execute(trx)
}
