import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { newQuestion, toContent } from '../questions/new-question.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { lockQuestions } from '../questions/question-repository.ts'
import { inBatches, textLength } from '../questions/question-text.ts'
import { type QuestionChange, recordChanges } from '../questions/record-changes.ts'
import type { Trx } from '../tables.ts'
import { ensurePlaces, type KnownPlaces } from '../taxonomy/known-nodes.ts'
import type { ImportRow } from './read-rows.ts'

/** What to do with a row: store it as a new question, over an old one, or not at all. */
export type RowFate =
  | { do: 'create' }
  /** With `ifVersion` only as long as the question is still at that version. */
  | { do: 'update'; questionId: string; ifVersion?: number }
  /** `like` is the question that says the same, where it is in the bank already. */
  | { do: 'skip'; like?: string }

/** Decides on the fate of rows, in order. It is asked for one batch after the other, each once the last is stored. */
export type RowJudge = (trx: Trx, rows: readonly ImportRow[]) => Promise<RowFate[]>

export interface StoredRow {
  row: ImportRow
  fate: RowFate
  /** Undefined where nothing was stored: the row was skipped, or would have changed nothing. */
  question: StoredQuestion | undefined
}

/** What goes to the database in one statement. */
const batchSize = { count: 100, characters: 128 * 1024 }

/**
 * Stores rows within the caller's transaction, in batches, letting others run in between. Names that no catalogue
 * knows get an entry. The caller holds the import lock.
 */
export async function storeRows(
  trx: Trx,
  rows: readonly ImportRow[],
  {
    judge,
    actor,
    batchId,
    onStored,
  }: {
    judge: RowJudge
    actor: string
    batchId: string
    onStored?: (done: number) => void
  },
): Promise<StoredRow[]> {
  const places = await ensurePlaces(
    trx,
    rows.map(({ row }) => row),
    batchId,
  )
  const stored: StoredRow[] = []
  for (const batch of inBatches(rows, { ...batchSize, lengthOf: ({ row }) => textLength(row) })) {
    const fates = await judge(trx, batch)
    const at = new Date()
    const changes = await changesOf(trx, { batch, fates, places, actor, at })
    await recordChanges(
      trx,
      changes.filter((change) => change !== undefined),
      { actor, at, batchId },
    )
    for (const [index, row] of batch.entries()) {
      const fate = fates[index]
      if (fate) stored.push({ row, fate, question: changes[index]?.question })
    }
    onStored?.(stored.length)
    await setImmediate()
  }
  return stored
}

async function changesOf(
  trx: Trx,
  given: { batch: ImportRow[]; fates: RowFate[]; places: KnownPlaces; actor: string; at: Date },
): Promise<(QuestionChange | undefined)[]> {
  const { batch, fates, places, actor, at } = given
  const ids = fates.flatMap((fate) => (fate.do === 'update' ? [fate.questionId] : []))
  const current = ids.length === 0 ? new Map<string, StoredQuestion>() : await lockQuestions(trx, ids)
  return batch.map(({ row, options }, index): QuestionChange | undefined => {
    const fate = fates[index]
    if (fate?.do === 'create') {
      const question = newQuestion({ id: randomUUID(), input: row, options, places, actor, at })
      return { action: 'created', question }
    }
    if (fate?.do !== 'update') return undefined
    const old = current.get(fate.questionId)
    // Between the judgement and the lock somebody may have been faster.
    if (old === undefined || old.deletedAt !== null) return undefined
    if (fate.ifVersion !== undefined && fate.ifVersion !== old.version) return undefined
    const updated = { ...old, ...toContent(row, options, places) }
    if (isDeepStrictEqual(updated, old)) return undefined
    return { action: 'updated', question: { ...updated, version: old.version + 1, updatedAt: at } }
  })
}
