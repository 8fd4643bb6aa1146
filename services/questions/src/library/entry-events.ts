import { type LibraryRevisedData, librarySubjects } from '@rehearse/contracts'
import { enqueue, type NewMessage } from '@rehearse/service-kit'
import type { Trx } from '../tables.ts'
import type { LibraryKind, PublishedEntry } from './kind.ts'

/**
 * Publishes entries that were created or changed: in full if other services copy their kind, otherwise only their
 * ids.
 */
export async function publishEntries(
  trx: Trx,
  kind: LibraryKind,
  entries: readonly PublishedEntry<Record<string, unknown>>[],
): Promise<void> {
  await enqueue(trx, kind.events ? entries.map(kind.events.defined) : revised(kind, entries))
}

/** Publishes which entries were removed. */
export async function publishRemovedEntries(
  trx: Trx,
  kind: LibraryKind,
  entries: readonly { id: string; revision: number }[],
): Promise<void> {
  await enqueue(trx, kind.events ? entries.map(kind.events.removed) : revised(kind, entries))
}

function revised({ name }: LibraryKind, entries: readonly { id: string }[]): NewMessage[] {
  if (entries.length === 0) return []
  const data: LibraryRevisedData = { kind: name, entryIds: entries.map(({ id }) => id) }
  return [{ subject: librarySubjects.revised, type: 'LibraryRevised', version: 1, data }]
}
