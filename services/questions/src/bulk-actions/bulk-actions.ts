import { createHash, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BulkActionInput, BulkOutcome, BulkPreview, QuestionFilterQuery } from '@rehearse/contracts'
import { BULK_MATCHING_MAX, type BulkUndo, DomainError } from '@rehearse/contracts'
import { type Editor, newEditorial } from '../edits/content-status.rules.ts'
import { matchingIds } from '../listing/queries.ts'
import { type KnownNodes, knownNodes } from '../nodes/known-nodes.ts'
import { type NodeKind, takenIds } from '../nodes/repository.ts'
import { invalidQuestion, type StoredQuestion, toVersion } from '../questions/question.ts'
import { findQuestions, lockQuestions } from '../questions/question-repository.ts'
import { type QuestionChange, recordChanges } from '../questions/record-changes.ts'
import { filterOf } from '../search/filter-of.ts'
import type { Db, Trx } from '../tables.ts'
import { contentFields, resultOf } from './apply-action.ts'
import {
  type ChangedQuestion,
  type FieldsBefore,
  insertBulkAction,
  insertChangedQuestions,
  lockBulkAction,
  readChangedQuestions,
  storeUndo,
} from './repository.ts'

/** Questions changed per statement; other work runs between two statements. */
const chunkSize = 250

/** How many questions that were not changed are listed after an action on all that match a filter. */
const shownResults = 100

export interface BulkChange {
  batchId: string
  changed: number
  total: number
  results: BulkOutcome[]
}

/**
 * Changes many questions as one batch that can be undone: each changed question gets a new version with its event. An
 * unknown id, or a question that can't be changed this way, is reported and doesn't stop the others.
 * @throws {DomainError} invalid, `invalid_question`: a taxonomy node to move to doesn't exist; conflict,
 * `selection_changed`; too-large, `too_many_questions`
 */
export async function changeMany(trx: Trx, input: BulkActionInput, editor: Editor): Promise<BulkChange> {
  const nodes = await targetNodes(trx, input)
  const chosen = await chosenIds(trx, input)
  const batchId = randomUUID()
  await insertBulkAction(trx, { id: batchId, action: input.action, createdBy: editor.id })
  const outcomes = new Map<string, BulkOutcome>()
  let changed = 0
  // Sorted, so that two batches lock shared questions in the same order.
  for (const ids of chunksOf(chosen.toSorted())) {
    for (const one of await changeSome(trx, ids, { input, nodes, editor, batchId })) {
      if (one.outcome === 'changed') changed += 1
      if (input.ids || one.outcome !== 'changed') outcomes.set(one.id, one)
    }
    await setImmediate()
  }
  const results = chosen.flatMap((id) => outcomes.get(id) ?? [])
  return {
    batchId,
    changed,
    total: chosen.length,
    results: input.ids ? results : results.slice(0, shownResults),
  }
}

async function changeSome(
  trx: Trx,
  ids: readonly string[],
  given: { input: BulkActionInput; nodes: KnownNodes; editor: Editor; batchId: string },
): Promise<BulkOutcome[]> {
  const { input, nodes, editor, batchId } = given
  const at = new Date()
  const current = await lockQuestions(trx, ids)
  const changes: QuestionChange[] = []
  const changed: ChangedQuestion[] = []
  const outcomes = ids.map((id): BulkOutcome => {
    const old = current.get(id)
    const next = resultOf(old, input, { nodes, editor, at })
    if (old === undefined || next === undefined) {
      return { id, outcome: 'not-found', error: 'Question not found' }
    }
    if (typeof next === 'string') return { id, outcome: 'refused', version: old.version, error: next }
    if (next === old) return { id, outcome: 'unchanged', version: old.version }
    const version = old.version + 1
    const action = input.action === 'delete' ? 'deleted' : 'updated'
    changes.push({ action, question: { ...next, version, updatedAt: at } })
    changed.push({ questionId: id, version, before: fieldsBefore(old, next) })
    return { id, outcome: 'changed', version }
  })
  await recordChanges(trx, changes, { actor: editor.id, at })
  if (changed.length > 0) await insertChangedQuestions(trx, batchId, changed)
  return outcomes
}

/** How many changes, and refusals, a preview shows. */
const previewed = 10

/** What an action would change. Throws like `changeMany`. */
export async function previewMany(db: Db, input: BulkActionInput, editor: Editor): Promise<BulkPreview> {
  const nodes = await targetNodes(db, input)
  const chosen = await chosenIds(db, input)
  const preview: BulkPreview = {
    total: chosen.length,
    changed: 0,
    unchanged: 0,
    refused: 0,
    changes: [],
    refusals: [],
  }
  const at = new Date()
  for (const ids of chunksOf(chosen)) {
    const current = await findQuestions(db, ids)
    for (const id of ids) {
      const old = current.get(id)
      const next = resultOf(old, input, { nodes, editor, at })
      if (old === undefined || next === undefined) preview.refused += 1
      else if (typeof next === 'string') {
        preview.refused += 1
        if (preview.refusals.length < previewed) preview.refusals.push({ id, title: old.title, error: next })
      } else if (next === old) preview.unchanged += 1
      else {
        preview.changed += 1
        if (preview.changes.length < previewed) {
          preview.changes.push({ id, before: toVersion(old), after: toVersion(next) })
        }
      }
    }
    await setImmediate()
  }
  return preview
}

function* chunksOf<Item>(items: readonly Item[]): Generator<Item[], void, void> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize)
}

/** The taxonomy nodes that the action names. */
async function targetNodes(db: Db, input: BulkActionInput): Promise<KnownNodes> {
  const edit = input.action === 'edit'
  const target = edit ? input.value.set : input.action === 'move' ? input.value : {}
  const nodes = await knownNodes(db, [target])
  const fieldErrors = nodes
    .fieldErrors(target)
    .map(({ path, message }) => ({ path: `value.${edit ? 'set.' : ''}${path}`, message }))
  if (fieldErrors.length > 0) throw invalidQuestion(fieldErrors)
  return nodes
}

/** The questions to change, each once: as listed, or all that match, if they are those that the admin saw. */
async function chosenIds(db: Db, { ids, matching }: BulkActionInput): Promise<string[]> {
  if (matching === undefined) return [...new Set(ids?.map((id) => id.toLowerCase()))]
  const { selection, ids: matched } = await selectMatching(db, matching.filter)
  if (matched.length > BULK_MATCHING_MAX) throw tooManyQuestions()
  if (selection.digest !== matching.digest) throw selectionChanged()
  return matched
}

/** The questions that match a filter, and what identifies them. */
export async function selectMatching(
  db: Db,
  query: QuestionFilterQuery,
): Promise<{ ids: string[]; selection: { count: number; digest: string } }> {
  const filter = await filterOf(db, query, { openOnly: false })
  const ids = filter === null ? [] : await matchingIds(db, filter)
  const digest = createHash('sha256').update(ids.join()).digest('base64url')
  return { ids, selection: { count: ids.length, digest } }
}

const selectionChanged = () =>
  new DomainError({
    kind: 'conflict',
    code: 'selection_changed',
    message: 'Other questions match these filters now. Nothing was changed. Select them again.',
  })

const tooManyQuestions = () =>
  new DomainError({
    kind: 'too-large',
    code: 'too_many_questions',
    message: `A bulk action changes at most ${BULK_MATCHING_MAX} questions. Narrow the filters.`,
  })

function fieldsBefore(old: StoredQuestion, next: StoredQuestion): FieldsBefore {
  const fields = contentFields.filter((field) => !isDeepStrictEqual(old[field], next[field]))
  return {
    ...Object.fromEntries(fields.map((field) => [field, old[field]])),
    ...(next.deletedAt !== null && { deleted: true as const }),
  }
}

/**
 * Undoes a bulk action with new versions. A question is left unchanged and listed if it was edited since or erased,
 * or if its old taxonomy node no longer exists. When repeated, it returns the first result.
 * @throws {DomainError} not-found, `batch_not_found`
 */
export async function undoBulkAction(trx: Trx, batchId: string, actor: string): Promise<BulkUndo> {
  const batch = await lockBulkAction(trx, batchId)
  if (batch === undefined) throw batchNotFound()
  if (batch.undo !== null) return batch.undo
  const changed = await readChangedQuestions(trx, batchId)
  const gone = await missingNodes(
    trx,
    changed.map((one) => one.before),
  )
  const undo: BulkUndo = { batchId, reverted: 0, kept: [] }
  for (const some of chunksOf(changed)) {
    await undoSome(trx, some, { undo, gone, actor })
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
    const { deleted, approved, ...fields } = before
    // Batches from before questions had a status.
    const editorial = approved === undefined ? undefined : newEditorial(approved ? 'approved' : 'draft')
    const isGone = question === undefined || nodesOf(fields).some((node) => gone.has(node))
    if (question !== undefined && question.version !== version) undo.kept.push({ id, reason: 'edited' })
    else if (isGone) undo.kept.push({ id, reason: 'gone' })
    else {
      const next = {
        ...question,
        ...(editorial && { editorial }),
        ...fields,
        version: version + 1,
        updatedAt: at,
      }
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
} as const satisfies Partial<Record<keyof FieldsBefore, NodeKind>>
const nodeFields = Object.keys(fieldKinds) as (keyof typeof fieldKinds)[]

/** The taxonomy nodes in these fields, each as kind and id in one string. */
function nodesOf(fields: FieldsBefore): string[] {
  return nodeFields.flatMap((field) => (fields[field] ? [`${field} ${fields[field].id}`] : []))
}

/** The nodes in these fields that no longer exist. */
async function missingNodes(trx: Trx, all: readonly FieldsBefore[]): Promise<Set<string>> {
  const missing = new Set<string>()
  for (const field of nodeFields) {
    const ids = [...new Set(all.flatMap((before) => before[field]?.id ?? []))]
    const present = await takenIds(trx, fieldKinds[field], ids)
    for (const id of ids) if (!present.has(id)) missing.add(`${field} ${id}`)
  }
  return missing
}

const batchNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'batch_not_found', message: 'Batch not found' })
