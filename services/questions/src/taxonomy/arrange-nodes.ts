import { listChanged } from '../questions/errors.ts'
import type { Trx } from '../tables.ts'
import type { PlaceDefinition } from './node-definitions.ts'
import { tellPlaces } from './node-events.ts'
import { lockAll, numberPlaces } from './node-order-repository.ts'

/**
 * Puts the list into another order.
 * @param ids every entry of it, each once
 * @throws {DomainError} conflict, `list_changed`: it is another list by now
 */
export async function arrangePlaces(
  trx: Trx,
  { kind, noun }: PlaceDefinition,
  ids: readonly string[],
): Promise<void> {
  const wanted = new Set(ids)
  const present = await lockAll(trx, kind)
  const isWhole = wanted.size === ids.length && present.length === ids.length
  if (!isWhole || !present.every((id) => wanted.has(id))) throw listChanged(noun)
  await tellPlaces(trx, kind, await numberPlaces(trx, kind, ids))
}
