import { randomUUID } from 'node:crypto'
import type { ImportDuplicate, ImportResult, OnDuplicate, QuestionFormat } from '@rehearse/contracts'
import type { Db, Trx } from '../tables.ts'
import type { ReadRows } from './read-rows.ts'
import { countBatch, findByContent, insertBatch, lockImports } from './repository.ts'
import type { RowFate, RowJudge } from './store-rows.ts'
import { type StoredRow, storeRows } from './store-rows.ts'

export interface Import {
  /** Made up unless given. */
  batchId?: string
  read: ReadRows
  format: QuestionFormat
  /** Where the questions came from, as far as the admin says. */
  source: string
  actor: string
  onDuplicate: OnDuplicate
  /** Told now and then how many rows are done. */
  onStored?: (done: number) => void
}

/** Stores what was read as one batch: all good rows, or, if the database fails on the way, none. */
export async function importQuestions(trx: Trx, given: Import): Promise<ImportResult> {
  const { batchId = randomUUID(), read, format, source, actor, onDuplicate, onStored } = given
  await lockImports(trx)
  await insertBatch(trx, { id: batchId, source, format, createdBy: actor })
  const stored = await storeRows(trx, read.rows, {
    judge: judgeDuplicates(onDuplicate),
    actor,
    batchId,
    ...(onStored && { onStored }),
  })
  const results = stored.flatMap(({ question }) =>
    question ? [{ id: question.id, title: question.title }] : [],
  )
  const [succeeded, failed, skipped] = [results.length, read.errors.length, stored.length - results.length]
  await countBatch(trx, batchId, { succeeded, failed, skipped })
  return {
    success: succeeded,
    failed,
    skipped,
    errors: read.errors,
    warnings: read.warnings,
    duplicates: stored.flatMap(duplicateOf),
    results,
    batchId,
    format,
    dryRun: false,
  }
}

const duplicateOf = ({ row: { index, line, row }, fate }: StoredRow): ImportDuplicate[] =>
  fate.do === 'skip'
    ? [{ index, ...(line !== undefined && { line }), title: row.title, id: fate.like ?? null }]
    : []

/** What the import would do: it is done, and undone. */
export async function rehearseImport(db: Db, given: Import): Promise<ImportResult> {
  const trx = await db.startTransaction().execute()
  try {
    const result = await importQuestions(trx, given)
    // The next time they would get other ids.
    return { ...result, results: [], batchId: null, dryRun: true }
  } finally {
    await trx.rollback().execute()
  }
}

/**
 * An admin's choice about rows that the bank holds already. Of two equal rows in one source the first counts, unless
 * duplicates are to be added.
 */
function judgeDuplicates(onDuplicate: OnDuplicate): RowJudge {
  if (onDuplicate === 'add') return async (_trx, rows) => rows.map(() => ({ do: 'create' }))
  const seen = new Set<string>()
  return async (trx, rows) => {
    const known = await findByContent(
      trx,
      rows.map((row) => row.contentHash),
    )
    return rows.map((row): RowFate => {
      const hash = row.contentHash.toString('hex')
      if (seen.has(hash)) return { do: 'skip' }
      seen.add(hash)
      const questionId = known.get(hash)
      if (questionId === undefined) return { do: 'create' }
      return onDuplicate === 'update' ? { do: 'update', questionId } : { do: 'skip', like: questionId }
    })
  }
}
