import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BulkActionInput, BulkOutcome, ContentStatus } from '@rehearse/contracts'
import { type BulkUndo, DomainError } from '@rehearse/contracts'
import { type KnownNodes, knownNodes } from '../nodes/known-nodes.ts'
import type { TaxonomyNode } from '../nodes/node.ts'
import { type NodeKind, takenIds } from '../nodes/repository.ts'
import type { Trx } from '../tables.ts'
import {
  type ChangedQuestion,
  type FieldsBefore,
  insertBulkAction,
  insertChangedQuestions,
  lockBulkAction,
  readChangedQuestions,
  storeUndo,
} from './bulk-action-repository.ts'
import type { StoredQuestion } from './question.ts'
import { invalidQuestion } from './question.ts'
import { lockQuestions } from './question-repository.ts'
import { changeStatus, type Editor, newEditorial } from './question-status.rules.ts'
import { type QuestionChange, recordChanges } from './record-changes.ts'

/** Questions changed per statement; other work runs between two statements. */
const chunkSize = 250

const changeable = ['isActive', 'editorial', 'tags', 'category', 'topic', 'learningPath', 'section'] as const

/**
 * Changes many questions as one batch that can be undone: each changed question gets a new version with its event. An
 * unknown id, or a question that can't be changed this way, is reported and doesn't stop the others.
 * @throws {DomainError} invalid, `invalid_question`: the taxonomy node to move to doesn't exist
 */
export async function changeMany(
  trx: Trx,
  input: BulkActionInput,
  editor: Editor,
): Promise<{ batchId: string; changed: number; results: BulkOutcome[] }> {
  const target = input.action === 'move' ? input.value : {}
  const nodes = await knownNodes(trx, [target])
  const fieldErrors = nodes
    .fieldErrors(target)
    .map(({ path, message }) => ({ path: `value.${path}`, message }))
  if (fieldErrors.length > 0) throw invalidQuestion(fieldErrors)

  const batchId = randomUUID()
  await insertBulkAction(trx, { id: batchId, action: input.action, createdBy: editor.id })
  const outcomes = new Map<string, BulkOutcome>()
  // Sorted, so that two batches lock shared questions in the same order.
  const ids = [...new Set(input.ids.map((id) => id.toLowerCase()))].sort()
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize)
    for (const one of await changeSome(trx, chunk, { input, nodes, editor, batchId })) {
      outcomes.set(one.id, one)
    }
    await setImmediate()
  }
  const asked = new Set(input.ids.map((id) => id.toLowerCase()))
  const results = [...asked].flatMap((id) => outcomes.get(id) ?? [])
  return { batchId, changed: results.filter((one) => one.outcome === 'changed').length, results }
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
    if (old === undefined || old.deletedAt !== null) {
      return { id, outcome: 'not-found', error: 'Question not found' }
    }
    const next = applyAction(old, input, { nodes, editor, at })
    if (typeof next === 'string') return { id, outcome: 'refused', version: old.version, error: next }
    if (isDeepStrictEqual(next, old)) return { id, outcome: 'unchanged', version: old.version }
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

function fieldsBefore(old: StoredQuestion, next: StoredQuestion): FieldsBefore {
  const fields = changeable.filter((field) => !isDeepStrictEqual(old[field], next[field]))
  return {
    ...Object.fromEntries(fields.map((field) => [field, old[field]])),
    ...(next.deletedAt !== null && { deleted: true as const }),
  }
}

/** The maximum number of tags of a question. */
const tagsMax = 30

/** The changed question, without its new version; an error message if the action can't be done. */
function applyAction(
  question: StoredQuestion,
  input: BulkActionInput,
  { nodes, editor, at }: { nodes: KnownNodes; editor: Editor; at: Date },
): StoredQuestion | string {
  switch (input.action) {
    case 'activate':
      return { ...question, isActive: true }
    case 'deactivate':
      return { ...question, isActive: false }
    case 'approve':
      return withStatus(question, 'approved', { editor, at })
    case 'status':
      return withStatus(question, input.value, { editor, at })
    case 'delete':
      return { ...question, deletedAt: at }
    case 'tag': {
      const { add, remove } = input.value
      const tags = [...new Set([...question.tags.filter((tag) => !remove.includes(tag)), ...add])]
      return tags.length > tagsMax ? `A question has at most ${tagsMax} tags` : { ...question, tags }
    }
    case 'move': {
      const { category, topic, learningPath, sectionId } = input.value
      const moved = (
        name: string | null | undefined,
        now: TaxonomyNode | null,
        found: TaxonomyNode | null,
      ) => (name === undefined ? now : found)
      return {
        ...question,
        category: nodes.find('category', category) ?? question.category,
        topic: moved(topic, question.topic, nodes.find('topic', topic)),
        learningPath: moved(learningPath, question.learningPath, nodes.find('learning_path', learningPath)),
        section: moved(sectionId, question.section, nodes.find('section', sectionId)),
      }
    }
  }
}

function withStatus(
  question: StoredQuestion,
  status: ContentStatus,
  { editor, at }: { editor: Editor; at: Date },
): StoredQuestion | string {
  try {
    const owner = question.createdBy
    return { ...question, editorial: changeStatus(question.editorial, { status }, { editor, owner, at }) }
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
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
