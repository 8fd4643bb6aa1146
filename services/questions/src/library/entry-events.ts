import { type LibraryRevisedData, librarySubjects } from '@rehearse/contracts'
import { enqueue, type NewMessage } from '@rehearse/service-kit'
import type { Trx } from '../tables.ts'
import type { LibraryKind, ToldEntry } from './kind.ts'

/** Tells of entries that were made or changed: all of each where their kind concerns other services, else which they are. */
export async function tellEntries(
  trx: Trx,
  kind: LibraryKind,
  entries: readonly ToldEntry<Record<string, unknown>>[],
): Promise<void> {
  await enqueue(trx, kind.news ? entries.map(kind.news.defined) : revised(kind, entries))
}

/** Tells of entries that are gone. */
export async function tellRemovedEntries(
  trx: Trx,
  kind: LibraryKind,
  entries: readonly { id: string; revision: number }[],
): Promise<void> {
  await enqueue(trx, kind.news ? entries.map(kind.news.removed) : revised(kind, entries))
}

function revised({ name }: LibraryKind, entries: readonly { id: string }[]): NewMessage[] {
  if (entries.length === 0) return []
  const data: LibraryRevisedData = { kind: name, entryIds: entries.map(({ id }) => id) }
  return [{ subject: librarySubjects.revised, type: 'LibraryRevised', version: 1, data }]
}
