import { DomainError, type ImportUndo } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/**
 * One import at a time, among all replicas, until the transaction ends: two that brought the same question would not
 * see each other's, and two that name the same new category would both make it.
 */
export async function lockImports(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('question import'))`.execute(trx)
}

/** @throws {DomainError} conflict, `batch_exists`: another import has this id */
export async function insertBatch(
  trx: Trx,
  batch: { id: string; source: string; format: string; createdBy: string },
): Promise<void> {
  const inserted = await trx
    .insertInto('import_batch')
    .values({ id: batch.id, source: batch.source, format: batch.format, created_by: batch.createdBy })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) throw batchExists()
}

/** Writes down what the import has come to. */
export async function countBatch(
  trx: Trx,
  id: string,
  counts: { succeeded: number; failed: number; skipped: number },
): Promise<void> {
  await trx.updateTable('import_batch').set(counts).where('id', '=', id).execute()
}

/** The import, so that nobody else undoes it meanwhile; what the content files brought is no import to undo. */
export async function lockBatch(trx: Trx, id: string): Promise<{ undo: ImportUndo | null } | undefined> {
  return trx
    .selectFrom('import_batch')
    .select('undo')
    .where('id', '=', id)
    .where('created_by', 'is distinct from', CONTENT_ACTOR)
    .forUpdate()
    .executeTakeFirst()
}

export async function markUndone(
  trx: Trx,
  id: string,
  undo: ImportUndo,
  actor: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('import_batch')
    .set({ undone_at: at, undone_by: actor, undo: JSON.stringify(undo) })
    .where('id', '=', id)
    .execute()
}

/** Which versions an import has made, in batches that belong together. */
export async function versionsOfBatch(db: Db, id: string) {
  return db
    .selectFrom('question_version')
    .select(['question_id', 'version', 'action'])
    .where('import_batch_id', '=', id)
    .orderBy('question_id')
    .execute()
}

/** Who has made what content files bring. */
export const CONTENT_ACTOR = 'content'

const batchExists = () =>
  new DomainError({
    kind: 'conflict',
    code: 'batch_exists',
    message: 'Another import has this batchId',
  })
