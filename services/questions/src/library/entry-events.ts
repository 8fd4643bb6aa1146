import { type LibraryRevisedData, librarySubjects } from '@rehearse/contracts'
import { enqueue, type NewMessage } from '@rehearse/service-kit'
import type { Trx } from '../tables.ts'
import type { Entry, LibraryKind } from './kind.ts'

/**
 * Publishes entries that were created or changed: in full if other services copy their kind, otherwise only their
 * ids. Other services never receive an entry that isn't approved.
 */
export async function publishEntries(trx: Trx, kind: LibraryKind, entries: readonly Entry[]): Promise<void> {
  const { events } = kind
  const publish = (entry: Entry) =>
    entry.editorial.status === 'approved' ? events?.defined(entry) : events?.removed(entry)
  await enqueue(trx, events ? entries.flatMap((entry) => publish(entry) ?? []) : revised(kind, entries))
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
