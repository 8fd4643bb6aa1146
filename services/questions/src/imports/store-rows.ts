import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ContentStatus } from '@rehearse/contracts'
import { ensureNodes, type KnownNodes } from '../nodes/known-nodes.ts'
import { editorialAfter, newQuestion, toContent } from '../questions/new-question.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { lockQuestions } from '../questions/question-repository.ts'
import { type QuestionChange, recordChanges } from '../questions/record-changes.ts'
import type { Trx } from '../tables.ts'
import { inBatches, textLength } from '../text.ts'
import type { ImportRow } from './read-rows.ts'

/** The decision on a row: store it as a new question or a new version, or skip it. */
export type RowDecision =
  | { do: 'create' }
  /** With `ifVersion`, only while the question is still at that version. */
  | { do: 'update'; questionId: string; ifVersion?: number }
  /** `like` is the equal question that the bank already has, if any. */
  | { do: 'skip'; like?: string }

/**
 * Decides what to do with rows, in order. Called for one batch after another, each after the previous one was stored.
 */
export type DecideRows = (trx: Trx, rows: readonly ImportRow[]) => Promise<RowDecision[]>

export interface StoredRow {
  row: ImportRow
  decision: RowDecision
  /** Undefined if nothing was stored: the row was skipped or would have changed nothing. */
  question: StoredQuestion | undefined
}

/** The number of rows per statement. */
const batchSize = { count: 100, characters: 128 * 1024 }

/**
 * Stores rows in the caller's transaction, in batches, yielding to other work in between. Unknown names become
 * taxonomy nodes. The caller holds the import lock.
 */
export async function storeRows(
  trx: Trx,
  rows: readonly ImportRow[],
  {
    decide,
    actor,
    batchId,
    status,
    onStored,
  }: {
    decide: DecideRows
    actor: string
    batchId: string
    /** The status of new questions, whatever the rows say. */
    status?: ContentStatus | undefined
    onStored?: (done: number) => void
  },
): Promise<StoredRow[]> {
  const nodes = await ensureNodes(
    trx,
    rows.map(({ row }) => row),
    batchId,
  )
  const stored: StoredRow[] = []
  for (const batch of inBatches(rows, { ...batchSize, lengthOf: ({ row }) => textLength(row) })) {
    const decisions = await decide(trx, batch)
    const at = new Date()
    const changes = await changesOf(trx, { batch, decisions, nodes, actor, at, status })
    await recordChanges(
      trx,
      changes.filter((change) => change !== undefined),
      { actor, at, batchId },
    )
    for (const [index, row] of batch.entries()) {
      const decision = decisions[index]
      if (decision) stored.push({ row, decision, question: changes[index]?.question })
    }
    onStored?.(stored.length)
    await setImmediate()
  }
  return stored
}

async function changesOf(
  trx: Trx,
  given: {
    batch: ImportRow[]
    decisions: RowDecision[]
    nodes: KnownNodes
    actor: string
    at: Date
    status: ContentStatus | undefined
  },
): Promise<(QuestionChange | undefined)[]> {
  const { batch, decisions, nodes, actor, at, status } = given
  const ids = decisions.flatMap((decision) => (decision.do === 'update' ? [decision.questionId] : []))
  const current = ids.length === 0 ? new Map<string, StoredQuestion>() : await lockQuestions(trx, ids)
  return batch.map(({ row, key }, index): QuestionChange | undefined => {
    const decision = decisions[index]
    if (decision?.do === 'create') {
      const question = newQuestion({ id: randomUUID(), input: row, key, nodes, actor, at, status })
      return { action: 'created', question }
    }
    if (decision?.do !== 'update') return undefined
    const old = current.get(decision.questionId)
    // The question may have changed between the decision and the lock.
    if (old === undefined || old.deletedAt !== null) return undefined
    if (decision.ifVersion !== undefined && decision.ifVersion !== old.version) return undefined
    const editorial = editorialAfter(row, old.editorial, { actor, at })
    const updated = { ...old, ...toContent(row, key, nodes), editorial }
    if (isDeepStrictEqual(updated, old)) return undefined
    return { action: 'updated', question: { ...updated, version: old.version + 1, updatedAt: at } }
  })
}
