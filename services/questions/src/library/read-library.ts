import type { Db } from '../tables.ts'
import { entryNotFound } from './errors.ts'
import type { Caller, LibraryKind, Viewer } from './kind.ts'
import { findEntry, listEntries } from './repository.ts'
import { type Shown, showEntry } from './show-entry.ts'

export interface LibraryList {
  data: Shown[]
  count: number
}

/** The entries of a kind that this caller may see and the query asks for, with what the kind's list says beside them. */
export async function readLibrary(
  db: Db,
  kind: LibraryKind,
  query: Readonly<Record<string, string | undefined>>,
  caller: Caller,
): Promise<LibraryList> {
  const entries = await listEntries(db, kind.name)
  const viewer = await viewerOf(db, kind, caller)
  const visible = entries.flatMap((entry) => showEntry(kind, entry, viewer(entry.id)) ?? [])
  const data = visible.filter((entry) => matchesQuery(kind, entry, query))
  return { data, count: data.length, ...(await kind.extras?.read({ listed: data, all: visible }, db)) }
}

/** @throws {DomainError} not-found, also for what this caller may not see */
export async function readEntry(db: Db, kind: LibraryKind, id: string, caller: Caller): Promise<Shown> {
  const entry = await findEntry(db, kind.name, id)
  const viewer = await viewerOf(db, kind, caller)
  const shown = entry && showEntry(kind, entry, viewer(id))
  if (!shown) throw entryNotFound(kind)
  return shown
}

/** What a caller is to each entry. */
async function viewerOf(
  db: Db,
  kind: LibraryKind,
  { isAdmin, learnerId }: Caller,
): Promise<(id: string) => Viewer> {
  const opened = learnerId === null ? undefined : await kind.openTo?.(db, learnerId)
  return (id) => ({ isAdmin, isOpened: opened?.has(id) === true })
}

/**
 * Whether an entry answers a query: equal in every field that is filtered by, and somewhere in its searched fields
 * the term. Case doesn't count in either.
 */
export function matchesQuery(
  kind: Pick<LibraryKind, 'filters' | 'searched'>,
  entry: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string | undefined>>,
): boolean {
  const equal = Object.entries(kind.filters).every(([parameter, field]) => {
    const wanted = query[parameter]
    return wanted === undefined || texts(entry[field]).includes(fold(wanted))
  })
  if (!equal || query.searchTerm === undefined) return equal
  const term = fold(query.searchTerm)
  return kind.searched.some((field) => texts(entry[field]).some((text) => text.includes(term)))
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string').map(fold)

const fold = (text: string): string => text.normalize('NFC').toLowerCase()
