import { listChanged } from '../questions/errors.ts'
import type { Trx } from '../tables.ts'
import { tellEntries } from './entry-events.ts'
import type { LibraryKind } from './kind.ts'
import { lockEntries, numberEntries } from './repository.ts'

/**
 * Puts the entries of a kind into another order.
 * @param ids every entry of it, each once
 * @throws {DomainError} conflict, `list_changed`: it is another list by now
 */
export async function arrangeEntries(trx: Trx, kind: LibraryKind, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids)
  const present = await lockEntries(trx, kind.name)
  const isWhole = wanted.size === ids.length && present.length === ids.length
  if (!isWhole || !present.every((id) => wanted.has(id))) throw listChanged(kind.noun)
  await tellEntries(trx, kind, await numberEntries(trx, kind.name, ids))
}
