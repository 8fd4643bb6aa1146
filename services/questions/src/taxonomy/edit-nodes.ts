import { DomainError, type PathStep } from '@rehearse/contracts'
import { requireCompleteList } from '../edits/edit-routes.ts'
import { type Precondition, requireRevision } from '../edits/etag.ts'
import { distinctSlug, slugify, type TaxonomyNode } from '../nodes/node.ts'
import { publishChangedNode, publishNodes, publishRemovedNode } from '../nodes/node-events.ts'
import {
  deleteNode,
  deleteUndoneNodes,
  findNodes,
  insertNode,
  lockAll,
  lockRevision,
  moveDeletedQuestions,
  type NodeKind,
  nodeKinds,
  numberNodes,
  questionsFiledUnder,
  readRevision,
  stepColumns,
  takenIds,
  updateNode,
} from '../nodes/repository.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { lockQuestions } from '../questions/question-repository.ts'
import { recordChanges } from '../questions/record-changes.ts'
import type { Trx } from '../tables.ts'
import { caseFold } from '../text.ts'
import type { NodeDefinition } from './node-definitions.ts'

type Body = Readonly<Record<string, unknown>>

/**
 * Creates a taxonomy node; its id is derived from its name unless the body has one.
 * @throws {DomainError} conflict, `id_taken`, `name_taken`
 */
export async function createNode(trx: Trx, node: NodeDefinition, body: Body): Promise<{ id: string }> {
  const { kind } = node
  const name = nameIn(body)
  if (name === undefined) throw missingName()
  await node.verify?.(trx, body)
  await requireFreeName(trx, node, name)
  const wanted = typeof body.id === 'string' ? body.id : undefined
  const id = wanted ?? (await freeId(trx, node, name))
  const isFree = !node.reservedIds.has(id) && !(await takenIds(trx, kind, [id])).has(id)
  if (!isFree) throw taken(node, 'id')
  // A concurrent request took the id or the name; the error reports the name, which matters to admins.
  const made = await insertNode(trx, kind, { id, ...toColumns(body) })
  if (made === undefined) throw taken(node, 'name')
  await publishNodes(trx, kind, [made])
  return find(trx, node, id)
}

/**
 * Changes the given fields. The id stays, so every question shows a new name at once.
 * @throws {DomainError} not-found; conflict, `name_taken`; stale, `stale_version`
 */
export async function editNode(
  trx: Trx,
  node: NodeDefinition,
  id: string,
  { body, precondition }: { body: Body; precondition: Precondition },
): Promise<{ id: string }> {
  requireRevision(await lockRevision(trx, node.kind, id), precondition, node.noun)
  await node.verify?.(trx, body)
  const name = nameIn(body)
  if (name !== undefined) await requireFreeName(trx, node, name, id)
  const changed = await updateNode(trx, node.kind, id, toColumns(body)).catch((error: unknown) => {
    // A concurrent request took the name.
    throw isDuplicate(error) ? taken(node, 'name') : error
  })
  if (changed === undefined) throw nodeNotFound(node)
  await publishChangedNode(trx, node.kind, changed, changed.previousName)
  return find(trx, node, id)
}

/** Postgres' unique_violation. */
const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'

/** Two nodes whose names differ only in case or whitespace could not be distinguished by name. */
async function requireFreeName(trx: Trx, node: NodeDefinition, name: string, own?: string): Promise<void> {
  const present = (await findNodes(trx, node.kind, [name])).get(name)
  if (present && present.id !== own && caseFold(present.name) === caseFold(name)) throw taken(node, 'name')
}

async function freeId(trx: Trx, node: NodeDefinition, name: string): Promise<string> {
  const plain = slugify(name)
  const isTaken = node.reservedIds.has(plain) || (await takenIds(trx, node.kind, [plain])).has(plain)
  return isTaken ? distinctSlug(name) : plain
}

async function find(trx: Trx, node: NodeDefinition, id: string): Promise<{ id: string }> {
  const found = await node.find(trx, id)
  if (found === undefined) throw nodeNotFound(node)
  return found
}

type Fields = Readonly<Record<string, unknown>>

/** Columns by field, for fields with a different name. */
const columnOf: Readonly<Record<string, string>> = {
  description: 'description',
  icon: 'icon',
  order: 'sort_order',
  difficulty: 'difficulty',
  prerequisites: 'prerequisites',
  targetSkills: 'target_skills',
  questionCategories: 'question_categories',
  resources: 'resources',
}

/** The name in a body; for a path, its title is its name. */
function nameIn(fields: Fields): string | undefined {
  const name = fields.name ?? fields.title
  return typeof name === 'string' ? name : undefined
}

/** The row's columns for the given fields; absent fields stay unchanged. */
function toColumns(fields: Fields): Record<string, unknown> {
  const name = nameIn(fields)
  const columns: Record<string, unknown> = name === undefined ? {} : { name, folded_name: caseFold(name) }
  for (const [field, column] of Object.entries(columnOf)) {
    if (fields[field] !== undefined) columns[column] = fields[field]
  }
  if (fields.steps === undefined) return columns
  return { ...columns, ...stepColumns(fields.steps as PathStep[]), steps_edited_at: new Date() }
}

/** Questions moved per chunk: other requests run between chunks. */
const piece = 500

/** The field of a question that refers to its node, by kind. */
const fieldOf = {
  category: 'category',
  topic: 'topic',
  learning_path: 'learningPath',
  section: 'section',
} as const satisfies Record<NodeKind, keyof StoredQuestion>

/**
 * Removes a node. A node with questions can only be removed with a target: each question is moved there as a new
 * version, all in the caller's transaction.
 * @param reassignTo name or id of another node of the same kind
 * @throws {DomainError} not-found; stale, `stale_version`; conflict, `in_use`; invalid, `invalid_reassignment`
 */
export async function removeNode(
  trx: Trx,
  node: NodeDefinition,
  id: string,
  {
    reassignTo,
    actor,
    precondition,
  }: { reassignTo: string | undefined; actor: string; precondition: Precondition },
): Promise<{ moved: number }> {
  const { kind } = node
  if (!(await takenIds(trx, kind, [id])).has(id)) throw nodeNotFound(node)
  requireRevision(await readRevision(trx, kind, id), precondition, node.noun)
  const target = reassignTo === undefined ? undefined : await targetOf(trx, node, id, reassignTo)
  const filed = await questionsFiledUnder(trx, kind, id)
  if (filed.length > 0 && target === undefined) {
    const deleted = filed.filter((question) => question.deleted).length
    const inactive = filed.filter((question) => !question.deleted && !question.isOpen).length
    throw inUse(node, { all: filed.length, inactive, deleted })
  }
  const moved =
    target === undefined ? 0 : await moveQuestions(trx, kind, { from: id, to: target, filed, actor })
  const deleted = await deleteNode(trx, kind, id).catch((error: unknown) => {
    // A concurrent request has moved a question to this node.
    throw isReferenced(error) ? inUse(node, { all: 1, inactive: 0, deleted: 0 }) : error
  })
  if (deleted === undefined) throw nodeNotFound(node)
  await publishRemovedNode(trx, kind, deleted, target ?? null)
  return { moved }
}

/** The content of a node's row, as the body of a change has it. */
export function nodeFields(row: Fields): Fields {
  const columns = Object.entries(columnOf).filter(([field, column]) => field !== 'order' && column in row)
  return {
    ...('steps' in row ? { title: row.name, steps: row.steps } : { name: row.name }),
    ...Object.fromEntries(columns.map(([field, column]) => [field, row[column]])),
  }
}

/** The columns of a deleted node that it gets back, besides its id and name. */
const restoredColumns = [...new Set(Object.values(columnOf)), 'lesson_words', 'steps_edited_at', 'created_at']

/**
 * Stores a deleted node again, as its version has it. Questions that were moved to another node stay there.
 * @param deleted its row
 * @throws {DomainError} conflict, `id_taken`, `name_taken`
 */
export async function restoreNode(
  trx: Trx,
  node: NodeDefinition,
  deleted: Fields,
  { id, name }: TaxonomyNode,
): Promise<void> {
  await requireFreeName(trx, node, name)
  const isFree = !node.reservedIds.has(id) && !(await takenIds(trx, node.kind, [id])).has(id)
  if (!isFree) throw taken(node, 'id')
  const given = Object.fromEntries(
    restoredColumns.filter((column) => column in deleted).map((column) => [column, deleted[column]]),
  )
  const steps = deleted.steps === undefined ? {} : { steps: JSON.stringify(deleted.steps) }
  const made = await insertNode(trx, node.kind, { id, name, folded_name: caseFold(name), ...given, ...steps })
  if (made === undefined) throw taken(node, 'name')
  await publishNodes(trx, node.kind, [made])
}

/** Postgres' foreign_key_violation. */
const isReferenced = (error: unknown): boolean => (error as { code?: unknown }).code === '23503'

async function targetOf(trx: Trx, node: NodeDefinition, id: string, wanted: string): Promise<TaxonomyNode> {
  const noun = node.noun.toLowerCase()
  const target = (await findNodes(trx, node.kind, [wanted])).get(wanted)
  if (target === undefined) throw badReassignment(`There is no ${noun} "${wanted}"`)
  if (target.id === id) throw badReassignment(`Questions can't move to the ${noun} that is deleted`)
  return target
}

/**
 * Locks the questions and not the node: a request that changes a question locks it first and then reads its node, so
 * the opposite order could deadlock. If a question is added to the node meanwhile, its foreign key prevents the
 * deletion.
 */
async function moveQuestions(
  trx: Trx,
  kind: NodeKind,
  {
    from,
    to,
    filed,
    actor,
  }: { from: string; to: TaxonomyNode; filed: readonly { id: string }[]; actor: string },
): Promise<number> {
  const at = new Date()
  const field = fieldOf[kind]
  let moved = 0
  for (let start = 0; start < filed.length; start += piece) {
    const ids = filed.slice(start, start + piece).map((question) => question.id)
    const current = [...(await lockQuestions(trx, ids)).values()]
    // Some may have been moved or deleted while this transaction waited for their locks.
    const here = current.filter((question) => question[field]?.id === from && question.deletedAt === null)
    const changes = here.map((question) => ({
      action: 'updated' as const,
      question: { ...question, [field]: to, version: question.version + 1, updatedAt: at },
    }))
    await recordChanges(trx, changes, { actor, at })
    moved += changes.length
  }
  await moveDeletedQuestions(trx, kind, from, to.id)
  return moved
}

/**
 * Removes nodes that only undone imports used, and publishes each removal.
 * @returns the number of removed nodes
 */
export async function removeUndoneNodes(trx: Trx): Promise<number> {
  let count = 0
  for (const kind of nodeKinds) {
    const gone = await deleteUndoneNodes(trx, kind)
    for (const node of gone) await publishRemovedNode(trx, kind, node, null)
    count += gone.length
  }
  return count
}

/**
 * Reorders the list.
 * @param ids every entry of it, each once
 * @throws {DomainError} conflict, `list_changed`: entries were added or removed meanwhile
 */
export async function reorderNodes(
  trx: Trx,
  { kind, noun }: NodeDefinition,
  ids: readonly string[],
): Promise<void> {
  requireCompleteList(noun, ids, await lockAll(trx, kind))
  await publishNodes(trx, kind, await numberNodes(trx, kind, ids))
}

const notFoundCodes = {
  category: 'category_not_found',
  topic: 'topic_not_found',
  section: 'section_not_found',
  learning_path: 'learning_path_not_found',
} as const satisfies Record<NodeKind, string>

const nodeNotFound = ({ kind, noun }: NodeDefinition) =>
  new DomainError({ kind: 'not-found', code: notFoundCodes[kind], message: `${noun} not found` })

const taken = ({ noun }: NodeDefinition, field: 'id' | 'name') =>
  new DomainError({
    kind: 'conflict',
    code: `${field}_taken`,
    message: `There is a ${noun.toLowerCase()} with this ${field} already`,
    details: [{ path: field, message: 'is taken' }],
  })

const missingName = () =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: 'Invalid request: name is required',
    details: [{ path: 'name', message: 'is required' }],
  })

/** @param questions the number of questions in the node, and how many of them learners can't see or are deleted */
function inUse(
  { noun }: NodeDefinition,
  questions: { all: number; inactive: number; deleted: number },
): DomainError {
  const verb = questions.all === 1 ? 'question is' : 'questions are'
  const inactive = questions.inactive > 0 ? `, ${questions.inactive} of them inactive` : ''
  const deleted = questions.deleted > 0 ? `, ${questions.deleted} of them deleted but restorable` : ''
  return new DomainError({
    kind: 'conflict',
    code: 'in_use',
    message: `${questions.all} ${verb} filed under this ${noun.toLowerCase()}${inactive}${deleted}. Use reassignTo to move them`,
    details: [
      { path: 'questionCount', message: String(questions.all) },
      { path: 'inactiveCount', message: String(questions.inactive) },
      { path: 'deletedCount', message: String(questions.deleted) },
    ],
  })
}

const badReassignment = (message: string) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_reassignment',
    message,
    details: [{ path: 'reassignTo', message }],
  })
