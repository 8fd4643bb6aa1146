import { randomUUID } from 'node:crypto'
import { DomainError, SAVED_FILTERS_MAX, type SavedFilter } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** An admin's saved filters, by name. */
export async function readSavedFilters(db: Db, adminId: string): Promise<SavedFilter[]> {
  const { rows } = await sql<SavedFilter>`
    select id, name, parameters from saved_filter where admin_id = ${adminId} order by lower(name), name`.execute(
    db,
  )
  return rows
}

/**
 * Saves a filter; one with the same name is replaced.
 * @throws {DomainError} conflict, `too_many_filters`
 */
export async function storeFilter(
  db: Db,
  adminId: string,
  { name, parameters }: Omit<SavedFilter, 'id'>,
): Promise<SavedFilter> {
  const { rows } = await sql<SavedFilter>`
    insert into saved_filter (id, admin_id, name, parameters)
    select ${randomUUID()}::uuid, ${adminId}::text, ${name}::text, ${JSON.stringify(parameters)}::jsonb
    where (select count(*) from saved_filter where admin_id = ${adminId} and name <> ${name}) < ${SAVED_FILTERS_MAX}
    on conflict (admin_id, name) do update set parameters = excluded.parameters
    returning id, name, parameters`.execute(db)
  const [stored] = rows
  if (stored === undefined) throw tooMany()
  return stored
}

/** @throws {DomainError} not-found, `filter_not_found` */
export async function removeFilter(db: Db, adminId: string, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from saved_filter where id = ${id} and admin_id = ${adminId}`.execute(db)
  if (!numAffectedRows) throw notFound()
}

const tooMany = () =>
  new DomainError({
    kind: 'conflict',
    code: 'too_many_filters',
    message: `You can save at most ${SAVED_FILTERS_MAX} filters. Delete some of them first.`,
  })

const notFound = () =>
  new DomainError({ kind: 'not-found', code: 'filter_not_found', message: 'Filter not found' })
