import type { ErrorDetail } from '@rehearse/contracts'
import type { Place } from '../questions/question.ts'
import { foldText } from '../questions/question-text.ts'
import type { Db, Trx } from '../tables.ts'
import { tellPlaces } from './node-events.ts'
import { findPlaces, insertPlaces, notePlaces, type PlaceKind, placeKinds, takenIds } from './repository.ts'
import { distinctSlug, slugify } from './slugify.ts'

/** Where a question is to be filed, as names or ids. */
export interface PlaceNames {
  category?: string | null | undefined
  topic?: string | null | undefined
  learningPath?: string | null | undefined
  sectionId?: string | null | undefined
}

const fieldOf = {
  category: 'category',
  topic: 'topic',
  learning_path: 'learningPath',
  section: 'sectionId',
} as const satisfies Record<PlaceKind, keyof PlaceNames>

/** Addresses under /api/questions/ that are no learning path: a path with such an id could not be reached. */
export const reservedPathIds: ReadonlySet<string> = new Set([
  'unified',
  'import',
  'imports',
  'export',
  'bulk',
  'stats',
  'reports',
  'learning-paths',
])

/** The entries of the catalogues that some names stand for. */
export class KnownPlaces {
  readonly #places: Readonly<Record<PlaceKind, Map<string, Place>>>

  constructor(places: Readonly<Record<PlaceKind, Map<string, Place>>>) {
    this.#places = places
  }

  find(kind: PlaceKind, name: string | null | undefined): Place | null {
    return name == null ? null : (this.#places[kind].get(name) ?? null)
  }

  /** A field error for each name that stands for nothing. */
  faults(names: PlaceNames): ErrorDetail[] {
    return placeKinds.flatMap((kind) => {
      const path = fieldOf[kind]
      const name = names[path]
      if (name == null || this.find(kind, name) !== null) return []
      return [{ path, message: `There is no ${path === 'sectionId' ? 'section' : path} "${name}"` }]
    })
  }
}

/** Looks all names up, one query per catalogue that is named. */
export async function knownPlaces(db: Db, questions: readonly PlaceNames[]): Promise<KnownPlaces> {
  const find = (kind: PlaceKind) => findPlaces(db, kind, namesOf(questions, kind))
  const [category, topic, learning_path, section] = await Promise.all([
    find('category'),
    find('topic'),
    find('learning_path'),
    find('section'),
  ])
  return new KnownPlaces({ category, topic, learning_path, section })
}

/**
 * The same, and makes an entry for each name that has none. Callers hold the import lock.
 * @param batchId the import that names them, whose undoing takes them away again
 */
export async function ensurePlaces(
  trx: Trx,
  questions: readonly PlaceNames[],
  batchId?: string,
): Promise<KnownPlaces> {
  for (const kind of placeKinds) {
    const wanted = namesOf(questions, kind)
    const known = await findPlaces(trx, kind, wanted)
    // Of several spellings of one name the first counts.
    const missing = new Map<string, string>()
    for (const name of wanted) {
      const folded = foldText(name)
      if (!known.has(name) && !missing.has(folded)) missing.set(folded, name)
    }
    if (missing.size === 0) continue
    const made = await createPlaces(trx, kind, [...missing.values()])
    if (batchId !== undefined) await notePlaces(trx, batchId, kind, made)
  }
  return knownPlaces(trx, questions)
}

async function createPlaces(trx: Trx, kind: PlaceKind, names: readonly string[]): Promise<Place[]> {
  const taken = await takenIds(trx, kind, names.map(slugify))
  const places = names.map((name) => {
    const reserved = kind === 'learning_path' && reservedPathIds.has(slugify(name))
    const id = reserved || taken.has(slugify(name)) ? distinctSlug(name) : slugify(name)
    taken.add(id)
    return { id, name }
  })
  await tellPlaces(trx, kind, await insertPlaces(trx, kind, places))
  return places
}

function namesOf(questions: readonly PlaceNames[], kind: PlaceKind): string[] {
  const names = questions.map((question) => question[fieldOf[kind]])
  return [...new Set(names.filter((name) => name != null))]
}
