import { requireCompleteList } from '../edits/edit-routes.ts'
import { type Precondition, requireRevision } from '../edits/etag.ts'
import { distinctSlug, slugify } from '../nodes/node.ts'
import type { Trx } from '../tables.ts'
import { publishEntries, publishRemovedEntries } from './entry-events.ts'
import type { LibraryKind } from './kind.ts'
import { entryNotFound, idTaken, invalidEntry, type Shown, showEntry, toDetails } from './read-library.ts'
import {
  deleteEntry,
  findEntry,
  insertEntry,
  lockEntries,
  lockEntry,
  numberEntries,
  updateEntry,
} from './repository.ts'

/** Only admins write. */
const viewer = { isAdmin: true, isOpened: true }

/** Fields of a body besides the document. */
export interface EntryFields {
  id?: string | undefined
  order?: number | undefined
}

/**
 * Creates an entry; by default its id is derived from its title.
 * @throws {DomainError} conflict, `id_taken`; invalid, `invalid_entry`
 */
export async function createEntry(
  trx: Trx,
  kind: LibraryKind,
  { id: wanted, order, ...document }: EntryFields & Record<string, unknown>,
): Promise<Shown> {
  const id = wanted ?? (await freeId(trx, kind, String(document.title ?? document.name)))
  if (kind.reservedIds?.includes(id)) throw idTaken(id)
  await requireReferences(trx, kind, document)
  await requireVerified(trx, kind, document)
  const entry = await insertEntry(trx, kind.name, { id, document, order })
  if (entry === undefined) throw idTaken(id)
  await publishEntries(trx, kind, [entry])
  return shown(kind, entry)
}

/**
 * Changes the given fields, clears those that are null, and validates the resulting entry.
 * @throws {DomainError} not-found; stale, `stale_version`; invalid, `invalid_entry`
 */
export async function changeEntry(
  trx: Trx,
  kind: LibraryKind,
  id: string,
  { body, precondition }: { body: EntryFields & Record<string, unknown>; precondition: Precondition },
): Promise<Shown> {
  const { order, ...patch } = body
  const current = await lockEntry(trx, kind.name, id)
  if (current === undefined) throw entryNotFound(kind)
  requireRevision(current.revision, precondition, kind.noun)
  const changedFields = Object.entries({ ...current.document, ...patch }).filter(
    ([, value]) => value !== null,
  )
  const checked = kind.document.safeParse(Object.fromEntries(changedFields))
  if (!checked.success) throw invalidEntry(kind, toDetails(checked.error))
  await requireReferences(trx, kind, patch)
  await requireVerified(trx, kind, patch)
  const changed = { id, document: checked.data, order: order ?? current.order }
  const entry = await updateEntry(trx, kind.name, changed)
  if (entry === undefined) throw entryNotFound(kind)
  await publishEntries(trx, kind, [entry])
  return shown(kind, entry)
}

/** @throws {DomainError} not-found; stale, `stale_version` */
export async function removeEntry(
  trx: Trx,
  kind: LibraryKind,
  id: string,
  precondition: Precondition,
): Promise<void> {
  requireRevision((await lockEntry(trx, kind.name, id))?.revision, precondition, kind.noun)
  const entry = await deleteEntry(trx, kind.name, id)
  if (entry === undefined) throw entryNotFound(kind)
  await publishRemovedEntries(trx, kind, [entry])
}

/** A deleted entry, as its version has it. */
export interface DeletedEntry {
  id: string
  document: Record<string, unknown>
  order: number
  createdAt: Date
}

/**
 * Stores a deleted entry again, without checking what it refers to: its links break as they would have without the deletion.
 * @throws {DomainError} conflict, `id_taken`; invalid, `invalid_entry`
 */
export async function restoreEntry(trx: Trx, kind: LibraryKind, deleted: DeletedEntry): Promise<void> {
  const { id } = deleted
  const checked = kind.document.safeParse(deleted.document)
  if (!checked.success) throw invalidEntry(kind, toDetails(checked.error))
  if (kind.reservedIds?.includes(id)) throw idTaken(id)
  const entry = await insertEntry(trx, kind.name, { ...deleted, document: checked.data })
  if (entry === undefined) throw idTaken(id)
  await publishEntries(trx, kind, [entry])
}

/** Rejects references to entries that don't exist. @throws {DomainError} invalid, `invalid_entry` */
async function requireReferences(trx: Trx, kind: LibraryKind, given: Record<string, unknown>): Promise<void> {
  for (const [field, target] of Object.entries(kind.references)) {
    const id = given[field]
    if (typeof id !== 'string' || (await findEntry(trx, target, id)) !== undefined) continue
    throw invalidEntry(kind, [{ path: field, message: `refers to an entry that doesn’t exist: "${id}"` }])
  }
}

/** @throws {DomainError} invalid, `invalid_entry` */
async function requireVerified(trx: Trx, kind: LibraryKind, given: Record<string, unknown>): Promise<void> {
  const fieldErrors = (await kind.verify?.(trx, given)) ?? []
  if (fieldErrors.length > 0) throw invalidEntry(kind, fieldErrors)
}

async function freeId(trx: Trx, kind: LibraryKind, title: string): Promise<string> {
  const plain = slugify(title)
  const taken = kind.reservedIds?.includes(plain) || (await findEntry(trx, kind.name, plain)) !== undefined
  return taken ? distinctSlug(title) : plain
}

function shown(kind: LibraryKind, entry: Parameters<typeof showEntry>[1]): Shown {
  const view = showEntry(kind, entry, viewer)
  if (view === null) throw new Error(`an admin may not see the ${kind.noun} they have just written`)
  return view
}

/**
 * Reorders the entries of a kind.
 * @param ids every entry of the kind, each once
 * @throws {DomainError} conflict, `list_changed`: entries were added or removed meanwhile
 */
export async function reorderEntries(trx: Trx, kind: LibraryKind, ids: readonly string[]): Promise<void> {
  requireCompleteList(kind.noun, ids, await lockEntries(trx, kind.name))
  await publishEntries(trx, kind, await numberEntries(trx, kind.name, ids))
}
