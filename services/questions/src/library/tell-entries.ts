import { enqueue } from '@rehearse/service-kit'
import type { Trx } from '../db/tables.ts'
import type { LibraryKind, ToldEntry } from './kind.ts'

/** Tells other services of entries that were made or changed, where their kind concerns them. */
export async function tellEntries(
  trx: Trx,
  { news }: LibraryKind,
  entries: readonly ToldEntry<Record<string, unknown>>[],
): Promise<void> {
  if (news) await enqueue(trx, entries.map(news.defined))
}

/** Tells of entries that are gone. */
export async function tellRemovedEntries(
  trx: Trx,
  { news }: LibraryKind,
  entries: readonly { id: string; revision: number }[],
): Promise<void> {
  if (news) await enqueue(trx, entries.map(news.removed))
}
