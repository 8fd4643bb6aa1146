import type { ImportBatch, ImportResult } from '@rehearse/contracts'
import { DomainError, type ImportUndo } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, FiledInStep, Trx } from '../tables.ts'

/**
 * Serializes imports among all replicas until the transaction ends: two imports with the same question wouldn't see
 * each other's, and two with the same new category would both create it.
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

/** Records the result of an import. */
export async function storeBatchCounts(
  trx: Trx,
  id: string,
  counts: { succeeded: number; failed: number; skipped: number },
): Promise<void> {
  await trx.updateTable('import_batch').set(counts).where('id', '=', id).execute()
}

/** Records what an import filed in a step. */
export async function storeBatchStep(trx: Trx, id: string, step: FiledInStep): Promise<void> {
  await trx
    .updateTable('import_batch')
    .set({ step: JSON.stringify(step) })
    .where('id', '=', id)
    .execute()
}

/** The taxonomy nodes that an import created. */
export async function readNewNodes(trx: Trx, batchId: string): Promise<ImportResult['newNodes']> {
  const { rows } = await sql<ImportResult['newNodes'][number]>`
    select replace(kind, '_', '-') as kind, coalesce(category.name, topic.name, learning_path.name, section.name) as name
    from import_batch_place as made
    left join category on kind = 'category' and category.id = place_id
    left join topic on kind = 'topic' and topic.id = place_id
    left join learning_path on kind = 'learning_path' and learning_path.id = place_id
    left join section on kind = 'section' and section.id = place_id
    where batch_id = ${batchId} order by kind, name`.execute(trx)
  return rows
}

/** Locks the import, so that no other request undoes it at the same time; loads of content files can't be undone. */
export async function lockBatch(
  trx: Trx,
  id: string,
): Promise<{ undo: ImportUndo | null; step: FiledInStep | null } | undefined> {
  return trx
    .selectFrom('import_batch')
    .select(['undo', 'step'])
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

/** The versions that an import created, in batches. */
export async function versionsOfBatch(db: Db, id: string) {
  return db
    .selectFrom('question_version')
    .select(['question_id', 'version', 'action'])
    .where('import_batch_id', '=', id)
    .orderBy('question_id')
    .execute()
}

/** The author of questions from content files. */
export const CONTENT_ACTOR = 'content'

const batchExists = () =>
  new DomainError({
    kind: 'conflict',
    code: 'batch_exists',
    message: 'Another import has this batchId',
  })

export interface ImportInfo {
  batchId: string
  source: string
  format: string
  actor: string
  dryRun: boolean
}

export interface Stage {
  stage: 'reading' | 'waiting' | 'storing' | 'failed'
  total: number | null
  done: number
  error?: string
}

/** Seconds without a heartbeat after which an import counts as failed; a heartbeat is sent every ten seconds. */
const DEAD_AFTER = 60
/** The number of days that failed imports are listed. */
const RETENTION_DAYS = 7

/** @returns false if a running import already has this id */
export async function beginProgress(db: Db, info: ImportInfo): Promise<boolean> {
  await sql`delete from import_progress where updated_at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(
    db,
  )
  const { rows } = await sql`
    insert into import_progress (batch_id, source, format, dry_run, created_by, stage)
    values (${info.batchId}, ${info.source}, ${info.format}, ${info.dryRun}, ${info.actor}, 'reading')
    on conflict (batch_id) do update set
      source = excluded.source, format = excluded.format, dry_run = excluded.dry_run,
      created_by = excluded.created_by, stage = 'reading', total = null, done = 0, error = null,
      created_at = now(), updated_at = now()
    where import_progress.stage = 'failed' or ${isDead}
    returning batch_id`.execute(db)
  return rows.length > 0
}

export async function writeProgress(
  db: Db,
  batchId: string,
  { stage, total, done, error }: Stage,
): Promise<void> {
  await sql`
    update import_progress
    set stage = ${stage}, total = ${total}, done = ${done}, error = ${error ?? null}, updated_at = now()
    where batch_id = ${batchId}`.execute(db)
}

export async function endProgress(db: Db | Trx, batchId: string): Promise<void> {
  await db.deleteFrom('import_progress').where('batch_id', '=', batchId).execute()
}

export async function findImport(db: Db, batchId: string): Promise<ImportBatch | undefined> {
  const { rows } = await sql<ImportRecord>`
    select * from ${imports} as import where batch_id = ${batchId}`.execute(db)
  return rows[0] && toImportBatch(rows[0])
}

/** Imports, newest first. */
export async function readImports(db: Db, limit: number, offset: number): Promise<ImportBatch[]> {
  const { rows } = await sql<ImportRecord>`
    select * from ${imports} as import order by created_at desc, batch_id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(toImportBatch)
}

export async function countImports(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${imports} as import`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

interface ImportRecord {
  batch_id: string
  state: ImportBatch['state']
  dry_run: boolean
  source: string
  format: ImportBatch['format']
  created_by: string | null
  created_at: Date
  total: number | null
  done: number
  succeeded: number | null
  failed: number | null
  skipped: number | null
  error: string | null
  undone_at: Date | null
  undone_by: string | null
}

const isDead: RawBuilder<boolean> = sql`import_progress.updated_at < now() - make_interval(secs => ${DEAD_AFTER})`

/** Finished imports and those in progress, without loads of content files. */
const imports = sql`(
  select id as batch_id, case when undone_at is null then 'done' else 'undone' end as state, false as dry_run,
    source, format, created_by, created_at, succeeded + failed + skipped as total,
    succeeded + failed + skipped as done, succeeded, failed, skipped, null as error, undone_at, undone_by
  from import_batch where created_by is distinct from ${CONTENT_ACTOR}
  union all
  select batch_id, case when stage <> 'failed' and ${isDead} then 'interrupted' else stage end, dry_run,
    source, format, created_by, created_at, total, done, null, null, null, error, null, null
  from import_progress where not exists (select from import_batch where id = batch_id)
)`

function toImportBatch(row: ImportRecord): ImportBatch {
  return {
    batchId: row.batch_id,
    state: row.state,
    dryRun: row.dry_run,
    source: row.source,
    format: row.format,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    total: row.total,
    done: row.done,
    success: row.succeeded,
    failed: row.failed,
    skipped: row.skipped,
    error: row.error,
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoneBy: row.undone_by,
  }
}

/** The oldest question for each content hash (hex); deleted ones only if requested. */
export async function findByContent(
  db: Db,
  hashes: readonly Buffer[],
  { deletedToo = false }: { deletedToo?: boolean } = {},
): Promise<Map<string, string>> {
  const hex = hashes.map((hash) => hash.toString('hex'))
  const { rows } = await sql<{ hash: string; id: string }>`
    select distinct on (content_hash) encode(content_hash, 'hex') as hash, id
    from question
    where content_hash = any(select decode(hash, 'hex') from unnest(${hex}::text[]) as given (hash))
      and (${deletedToo} or deleted_at is null)
    order by content_hash, position`.execute(db)
  return new Map(rows.map((row) => [row.hash, row.id]))
}

/** Which of these questions exist. */
export async function presentIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from question where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** How many duplicates are listed. */
const duplicatesMax = 5

/** The questions with this content. */
export async function findDuplicates(db: Db, contentHash: Buffer): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from question
    where content_hash = ${contentHash} and deleted_at is null
    order by position limit ${duplicatesMax}`.execute(db)
  return rows
}
