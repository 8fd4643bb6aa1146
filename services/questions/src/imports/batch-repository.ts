import { sql } from 'kysely'
import type { Trx } from '../db/tables.ts'

/**
 * One import at a time, among all replicas, until the transaction ends: two that brought the same question would not
 * see each other's, and two that name the same new category would both make it.
 */
export async function lockImports(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('question import'))`.execute(trx)
}

export async function insertBatch(
  trx: Trx,
  batch: { id: string; source: string; format: string; createdBy: string },
): Promise<void> {
  await trx
    .insertInto('import_batch')
    .values({ id: batch.id, source: batch.source, format: batch.format, created_by: batch.createdBy })
    .execute()
}
