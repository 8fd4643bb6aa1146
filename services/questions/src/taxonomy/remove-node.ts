import { type Precondition, requireRevision } from '../edits/precondition.ts'
import type { Place, StoredQuestion } from '../questions/question.ts'
import { lockQuestions } from '../questions/question-repository.ts'
import { recordChanges } from '../questions/record-changes.ts'
import type { Trx } from '../tables.ts'
import { badReassignment, inUse, placeNotFound } from './errors.ts'
import type { PlaceDefinition } from './node-definitions.ts'
import { tellRemovedPlace } from './node-events.ts'
import {
  deletePlace,
  forgetPrerequisite,
  moveDeletedQuestions,
  questionsFiledUnder,
  readRevision,
} from './node-write-repository.ts'
import { findPlaces, type PlaceKind, takenIds } from './repository.ts'

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
