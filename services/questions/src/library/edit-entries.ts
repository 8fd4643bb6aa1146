import {
  changeStatus,
  type Editor,
  type Editorial,
  isAdmin,
  newEditorial,
  requireEditable,
  type StatusChange,
} from '../edits/content-status.rules.ts'
import { requireCompleteList } from '../edits/edit-routes.ts'
import { type Precondition, requireRevision } from '../edits/etag.ts'
import { distinctSlug, slugify } from '../nodes/node.ts'
import type { Trx } from '../tables.ts'
import { publishEntries, publishRemovedEntries } from './entry-events.ts'
import type { Entry, LibraryKind } from './kind.ts'
import {
  entryNotFound,
  idTaken,
  invalidEntry,
  isVisibleTo,
  type Shown,
  showEntry,
  toDetails,
} from './read-library.ts'
import {
  deleteEntry,
  findEntry,
  insertEntry,
  lockEntries,
  lockEntry,
  numberEntries,
  updateEntry,
} from './repository.ts'

/** Only editors write. */
const viewer = { isEditor: true, isOpened: true }

/** Fields of a body besides the document. */
export interface EntryFields {
  id?: string | undefined
  order?: number | undefined
  status?: StatusChange['status'] | undefined
}

/**
 * Creates an entry; by default its id is derived from its title. An admin's is approved unless the input says
 * otherwise, others' are drafts.
 * @throws {DomainError} conflict, `id_taken`; invalid, `invalid_entry`; forbidden, `status_forbidden`
 */
export async function createEntry(
  trx: Trx,
  kind: LibraryKind,
  { id: wanted, order, status, ...document }: EntryFields & Record<string, unknown>,
  editor: Editor,
): Promise<Shown> {
  const id = wanted ?? (await freeId(trx, kind, String(document.title ?? document.name)))
  if (kind.reservedIds?.includes(id)) throw idTaken(id)
  await requireReferences(trx, kind, document)
  await requireVerified(trx, kind, document, { editor, before: undefined })
  const change = { status: status ?? (isAdmin(editor) ? 'approved' : 'draft') }
  const createdBy = editor.id
  const editorial = changeStatus(newEditorial('draft'), change, { editor, owner: createdBy, at: new Date() })
  const entry = await insertEntry(trx, kind.name, { id, document, order, createdBy, editorial })
  if (entry === undefined) throw idTaken(id)
  await publishEntries(trx, kind, [entry])
  return shown(kind, entry)
}

/**
 * Changes the given fields, clears those that are null, and validates the resulting entry.
 * @throws {DomainError} not-found; stale, `stale_version`; invalid, `invalid_entry`; forbidden, `not_own_draft`,
 *   `status_forbidden`
 */
export async function changeEntry(
  trx: Trx,
  kind: LibraryKind,
  id: string,
  {
    body,
    precondition,
    editor,
  }: { body: EntryFields & Record<string, unknown>; precondition: Precondition; editor: Editor },
): Promise<Shown> {
  const { order, status, ...patch } = body
  const current = await lockVisible(trx, kind, id, editor)
  requireEditable(current, editor)
  requireRevision(current.revision, precondition, kind.noun)
  const changedFields = Object.entries({ ...current.document, ...patch }).filter(
    ([, value]) => value !== null,
  )
  const checked = kind.document.safeParse(Object.fromEntries(changedFields))
  if (!checked.success) throw invalidEntry(kind, toDetails(checked.error))
  await requireReferences(trx, kind, patch)
  await requireVerified(trx, kind, patch, { editor, before: current.document })
  const { editorial, createdBy: owner } = current
  const changed = {
    ...current,
    document: checked.data,
    order: order ?? current.order,
    editorial: status ? changeStatus(editorial, { status }, { editor, owner, at: new Date() }) : editorial,
  }
  return shown(kind, await storeEntry(trx, kind, changed))
}

/**
 * Changes an entry's status.
 * @throws {DomainError} not-found; stale, `stale_version`; and those of `changeStatus`
 */
export async function changeEntryStatus(
  trx: Trx,
  kind: LibraryKind,
  id: string,
  { change, precondition, editor }: { change: StatusChange; precondition: Precondition; editor: Editor },
): Promise<Shown> {
  const current = await lockVisible(trx, kind, id, editor)
  requireRevision(current.revision, precondition, kind.noun)
  const how = { editor, owner: current.createdBy, at: new Date() }
  const editorial = changeStatus(current.editorial, change, how)
  // The same change twice has no effect.
  if (editorial === current.editorial) return shown(kind, current)
  return shown(kind, await storeEntry(trx, kind, { ...current, editorial }))
}

/** Stores a changed entry, whose lock the caller holds, and publishes it. */
export async function storeEntry(trx: Trx, kind: LibraryKind, changed: Entry): Promise<Entry> {
  const entry = await updateEntry(trx, kind.name, changed)
  if (entry === undefined) throw entryNotFound(kind)
  await publishEntries(trx, kind, [entry])
  return entry
}

/** @throws {DomainError} not-found, also for an entry that this editor may not see */
async function lockVisible(trx: Trx, kind: LibraryKind, id: string, editor: Editor): Promise<Entry> {
  const current = await lockEntry(trx, kind.name, id)
  if (current === undefined || !isVisibleTo(editor, current)) throw entryNotFound(kind)
  return current
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
  createdBy: string | null
  editorial: Editorial
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
async function requireVerified(
  trx: Trx,
  kind: LibraryKind,
  given: Record<string, unknown>,
  by: { editor: Editor; before: Readonly<Record<string, unknown>> | undefined },
): Promise<void> {
  const fieldErrors = (await kind.verify?.(trx, given, by)) ?? []
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
