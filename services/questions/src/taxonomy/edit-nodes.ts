import { DomainError } from '@rehearse/contracts'
import { requireWholeList } from '../edits/edit-routes.ts'
import { type Precondition, requireRevision } from '../edits/if-match.ts'
import type { Place, StoredQuestion } from '../questions/question.ts'
import { lockQuestions } from '../questions/question-repository.ts'
import { foldText } from '../questions/question-text.ts'
import { recordChanges } from '../questions/record-changes.ts'
import type { Trx } from '../tables.ts'
import type { PlaceDefinition } from './node-definitions.ts'
import { tellChangedPlace, tellPlaces, tellRemovedPlace } from './node-events.ts'
import {
  deletePlace,
  deleteUndonePlaces,
  findPlaces,
  forgetPrerequisite,
  insertPlace,
  lockAll,
  lockRevision,
  moveDeletedQuestions,
  numberPlaces,
  type PlaceKind,
  placeKinds,
  questionsFiledUnder,
  readRevision,
  takenIds,
  updatePlace,
} from './repository.ts'
import { distinctSlug, slugify } from './slugify.ts'

type Body = Readonly<Record<string, unknown>>

/**
 * Makes an entry that questions can be filed under; its id follows its name unless it brings one.
 * @throws {DomainError} conflict, `id_taken`, `name_taken`
 */
export async function createPlace(trx: Trx, place: PlaceDefinition, body: Body): Promise<{ id: string }> {
  const { kind } = place
  const name = nameIn(body)
  if (name === undefined) throw missingName()
  await requireFreeName(trx, place, name)
  const wanted = typeof body.id === 'string' ? body.id : undefined
  const id = wanted ?? (await freeId(trx, place, name))
  const isFree = !place.reservedIds.has(id) && !(await takenIds(trx, kind, [id])).has(id)
  if (!isFree) throw taken(place, 'id')
  // Free a moment ago: whoever was faster took the one or the other, and the name is what people care about.
  const made = await insertPlace(trx, kind, { id, ...toColumns(body) })
  if (made === undefined) throw taken(place, 'name')
  await tellPlaces(trx, kind, [made])
  return find(trx, place, id)
}

/**
 * Changes the given fields. The id stays, so every question shows a new name at once.
 * @throws {DomainError} not-found; conflict, `name_taken`; stale, `stale_version`
 */
export async function changePlace(
  trx: Trx,
  place: PlaceDefinition,
  id: string,
  { body, precondition }: { body: Body; precondition: Precondition },
): Promise<{ id: string }> {
  requireRevision(await lockRevision(trx, place.kind, id), precondition, place.noun)
  const name = nameIn(body)
  if (name !== undefined) await requireFreeName(trx, place, name, id)
  const changed = await updatePlace(trx, place.kind, id, toColumns(body)).catch((error: unknown) => {
    // Free a moment ago, and somebody was faster.
    throw isDuplicate(error) ? taken(place, 'name') : error
  })
  if (changed === undefined) throw placeNotFound(place)
  await tellChangedPlace(trx, place.kind, changed, changed.previousName)
  return find(trx, place, id)
}

/** Postgres' unique_violation. */
const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'

/** Another entry's name, however it is spelled, would make it impossible to say which one is meant. */
async function requireFreeName(trx: Trx, place: PlaceDefinition, name: string, own?: string): Promise<void> {
  const present = (await findPlaces(trx, place.kind, [name])).get(name)
  if (present && present.id !== own && foldText(present.name) === foldText(name)) throw taken(place, 'name')
}

async function freeId(trx: Trx, place: PlaceDefinition, name: string): Promise<string> {
  const plain = slugify(name)
  const isTaken = place.reservedIds.has(plain) || (await takenIds(trx, place.kind, [plain])).has(plain)
  return isTaken ? distinctSlug(name) : plain
}

async function find(trx: Trx, place: PlaceDefinition, id: string): Promise<{ id: string }> {
  const found = await place.find(trx, id)
  if (found === undefined) throw placeNotFound(place)
  return found
}

type Fields = Readonly<Record<string, unknown>>

/** Columns that hold a field under the field's own name apart from its spelling. */
const columnOf: Readonly<Record<string, string>> = {
  description: 'description',
  icon: 'icon',
  order: 'sort_order',
  difficulty: 'difficulty',
  estimatedTime: 'estimated_time',
  prerequisites: 'prerequisites',
  targetSkills: 'target_skills',
  questionCategories: 'question_categories',
  resources: 'resources',
}

/** The name that a body gives; of a path, its title and its name are one. */
function nameIn(fields: Fields): string | undefined {
  const name = fields.name ?? fields.title
  return typeof name === 'string' ? name : undefined
}

/** What the given fields become in the row; absent ones are left out, and so stay. */
function toColumns(fields: Fields): Record<string, unknown> {
  const name = nameIn(fields)
  const columns: Record<string, unknown> = name === undefined ? {} : { name, folded_name: foldText(name) }
  for (const [field, column] of Object.entries(columnOf)) {
    if (fields[field] !== undefined) columns[column] = fields[field]
  }
  return columns
}

/** Questions that are moved at a time: other requests get their turn between the pieces. */
const piece = 500

/** Where a question keeps the entry of each catalogue. */
const fieldOf = {
  category: 'category',
  topic: 'topic',
  learning_path: 'learningPath',
  section: 'section',
} as const satisfies Record<PlaceKind, keyof StoredQuestion>

/**
 * Removes an entry. One that questions are filed under goes only when it is said where they move: each becomes a new
 * version, all in the caller's transaction.
 * @param reassignTo name or id of another entry of the same catalogue
 * @throws {DomainError} not-found; stale, `stale_version`; conflict, `in_use`; invalid, `invalid_reassignment`
 */
export async function removePlace(
  trx: Trx,
  place: PlaceDefinition,
  id: string,
  {
    reassignTo,
    actor,
    precondition,
  }: { reassignTo: string | undefined; actor: string; precondition: Precondition },
): Promise<{ moved: number }> {
  const { kind } = place
  if (!(await takenIds(trx, kind, [id])).has(id)) throw placeNotFound(place)
  requireRevision(await readRevision(trx, kind, id), precondition, place.noun)
  const target = reassignTo === undefined ? undefined : await targetOf(trx, place, id, reassignTo)
  const filed = await questionsFiledUnder(trx, kind, id)
  if (filed.length > 0 && target === undefined) {
    throw inUse(place, { all: filed.length, deleted: filed.filter((question) => question.deleted).length })
  }
  const moved =
    target === undefined ? 0 : await moveQuestions(trx, kind, { from: id, to: target, filed, actor })
  if (kind === 'learning_path') await forgetPrerequisite(trx, id)
  const deleted = await deletePlace(trx, kind, id).catch((error: unknown) => {
    // Somebody has filed a question here since we looked.
    throw isReferenced(error) ? inUse(place, { all: 1, deleted: 0 }) : error
  })
  if (deleted === undefined) throw placeNotFound(place)
  await tellRemovedPlace(trx, kind, deleted, target ?? null)
  return { moved }
}

/** Postgres' foreign_key_violation. */
const isReferenced = (error: unknown): boolean => (error as { code?: unknown }).code === '23503'

async function targetOf(trx: Trx, place: PlaceDefinition, id: string, wanted: string): Promise<Place> {
  const noun = place.noun.toLowerCase()
  const target = (await findPlaces(trx, place.kind, [wanted])).get(wanted)
  if (target === undefined) throw badReassignment(`There is no ${noun} "${wanted}"`)
  if (target.id === id) throw badReassignment(`Questions can't move to the ${noun} that is deleted`)
  return target
}

/**
 * Locks the questions and not the entry: who changes a question locks it first and looks at its entry then, so the
 * other order could have two wait for each other. A question filed here meanwhile keeps the entry from being deleted,
 * by its foreign key.
 */
async function moveQuestions(
  trx: Trx,
  kind: PlaceKind,
  { from, to, filed, actor }: { from: string; to: Place; filed: readonly { id: string }[]; actor: string },
): Promise<number> {
  const at = new Date()
  const field = fieldOf[kind]
  let moved = 0
  for (let start = 0; start < filed.length; start += piece) {
    const ids = filed.slice(start, start + piece).map((question) => question.id)
    const current = [...(await lockQuestions(trx, ids)).values()]
    // Some may have moved, or been deleted, while this one waited for their locks.
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
 * Removes what only undone imports had made, and reports each to other services.
 * @returns how many entries there were
 */
export async function removeUndonePlaces(trx: Trx): Promise<number> {
  let count = 0
  for (const kind of placeKinds) {
    const gone = await deleteUndonePlaces(trx, kind)
    for (const place of gone) await tellRemovedPlace(trx, kind, place, null)
    count += gone.length
  }
  return count
}

/**
 * Puts the list into another order.
 * @param ids every entry of it, each once
 * @throws {DomainError} conflict, `list_changed`: it is another list by now
 */
export async function arrangePlaces(
  trx: Trx,
  { kind, noun }: PlaceDefinition,
  ids: readonly string[],
): Promise<void> {
  requireWholeList(noun, ids, await lockAll(trx, kind))
  await tellPlaces(trx, kind, await numberPlaces(trx, kind, ids))
}

const notFoundCodes = {
  category: 'category_not_found',
  topic: 'topic_not_found',
  section: 'section_not_found',
  learning_path: 'learning_path_not_found',
} as const satisfies Record<PlaceKind, string>

const placeNotFound = ({ kind, noun }: PlaceDefinition) =>
  new DomainError({ kind: 'not-found', code: notFoundCodes[kind], message: `${noun} not found` })

const taken = ({ noun }: PlaceDefinition, field: 'id' | 'name') =>
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

/** @param questions how many are filed under it, and how many of these are deleted */
function inUse({ noun }: PlaceDefinition, questions: { all: number; deleted: number }): DomainError {
  const verb = questions.all === 1 ? 'question is' : 'questions are'
  const deleted = questions.deleted > 0 ? `, ${questions.deleted} of them deleted but restorable` : ''
  return new DomainError({
    kind: 'conflict',
    code: 'in_use',
    message: `${questions.all} ${verb} filed under this ${noun.toLowerCase()}${deleted}. Say with reassignTo where to move them`,
    details: [{ path: 'questionCount', message: String(questions.all) }],
  })
}

const badReassignment = (message: string) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_reassignment',
    message,
    details: [{ path: 'reassignTo', message }],
  })
