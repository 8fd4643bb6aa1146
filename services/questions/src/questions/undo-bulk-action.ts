import { setImmediate } from 'node:timers/promises'
import { type BulkUndo, DomainError } from '@rehearse/contracts'
import type { Trx } from '../tables.ts'
import { type PlaceKind, takenIds } from '../taxonomy/repository.ts'
import {
  type ChangedQuestion,
  type FieldsBefore,
  lockBulkAction,
  readChangedQuestions,
  storeUndo,
} from './bulk-action-repository.ts'
import { lockQuestions } from './question-repository.ts'
import { type QuestionChange, recordChanges } from './record-changes.ts'

const chunkSize = 250

/**
 * Takes a bulk action back, as new versions. A question that was edited since is kept and listed, and so is one that
 * is erased, or whose old place no longer exists. Undone twice, it answers as the first time.
 * @throws {DomainError} not-found, `batch_not_found`
 */
export async function undoBulkAction(trx: Trx, batchId: string, actor: string): Promise<BulkUndo> {
  const batch = await lockBulkAction(trx, batchId)
  if (batch === undefined) throw batchNotFound()
  if (batch.undo !== null) return batch.undo
  const changed = await readChangedQuestions(trx, batchId)
  const gone = await missingPlaces(
    trx,
    changed.map((one) => one.before),
  )
  const undo: BulkUndo = { batchId, reverted: 0, kept: [] }
  for (let start = 0; start < changed.length; start += chunkSize) {
    await undoSome(trx, changed.slice(start, start + chunkSize), { undo, gone, actor })
    await setImmediate()
  }
  await storeUndo(trx, batchId, undo)
  return undo
}

async function undoSome(
  trx: Trx,
  changed: readonly ChangedQuestion[],
  { undo, gone, actor }: { undo: BulkUndo; gone: ReadonlySet<string>; actor: string },
): Promise<void> {
  const at = new Date()
  const current = await lockQuestions(
    trx,
    changed.map((one) => one.questionId),
  )
  const changes: QuestionChange[] = []
  for (const { questionId: id, version, before } of changed) {
    const question = current.get(id)
    const { deleted, ...fields } = before
    const isGone = question === undefined || placesOf(fields).some((place) => gone.has(place))
    if (question !== undefined && question.version !== version) undo.kept.push({ id, reason: 'edited' })
    else if (isGone) undo.kept.push({ id, reason: 'gone' })
    else {
      const next = { ...question, ...fields, version: version + 1, updatedAt: at }
      changes.push(
        deleted
          ? { action: 'restored', question: { ...next, deletedAt: null } }
          : { action: 'updated', question: next },
      )
    }
  }
  await recordChanges(trx, changes, { actor, at })
  undo.reverted += changes.length
}

const fieldKinds = {
  category: 'category',
  topic: 'topic',
  learningPath: 'learning_path',
  section: 'section',
} as const satisfies Partial<Record<keyof FieldsBefore, PlaceKind>>
const placeFields = Object.keys(fieldKinds) as (keyof typeof fieldKinds)[]

/** Places that are named, as kind and id in one. */
function placesOf(fields: FieldsBefore): string[] {
  return placeFields.flatMap((field) => (fields[field] ? [`${field} ${fields[field].id}`] : []))
}

/** Those of the named places that no longer exist. */
async function missingPlaces(trx: Trx, all: readonly FieldsBefore[]): Promise<Set<string>> {
  const missing = new Set<string>()
  for (const field of placeFields) {
    const ids = [...new Set(all.flatMap((before) => before[field]?.id ?? []))]
    const present = await takenIds(trx, fieldKinds[field], ids)
    for (const id of ids) if (!present.has(id)) missing.add(`${field} ${id}`)
  }
  return missing
}

const batchNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'batch_not_found', message: 'Batch not found' })
