import { type Precondition, requireRevision } from '../edits/precondition.ts'
import { foldText } from '../questions/fold-text.ts'
import type { Trx } from '../tables.ts'
import { missingName, placeNotFound, taken } from './errors.ts'
import type { PlaceDefinition } from './node-definitions.ts'
import { tellChangedPlace, tellPlaces } from './node-events.ts'
import { insertPlace, lockRevision, updatePlace } from './node-write-repository.ts'
import { findPlaces, takenIds } from './repository.ts'
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
