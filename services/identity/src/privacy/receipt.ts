import { DomainError, type ErasureReceipt } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { type ErasureRow, findErasure } from './erasure-repository.ts'

/** @throws {DomainError} 404 `receipt_not_found` */
export async function readReceipt(db: Db, id: string): Promise<ErasureReceipt> {
  const erasure = await findErasure(db, id)
  if (erasure === undefined) {
    throw new DomainError({ kind: 'not-found', code: 'receipt_not_found', message: 'Receipt not found' })
  }
  return toReceipt(erasure)
}

export function toReceipt({ id, requested_at, steps }: ErasureRow): ErasureReceipt {
  const done = steps.map(({ done_at }) => done_at?.toISOString() ?? null)
  const completedAt = done.reduce((latest, at) =>
    latest === null || at === null || latest > at ? latest : at,
  )
  return {
    id,
    requestedAt: requested_at.toISOString(),
    completedAt: done.includes(null) ? null : completedAt,
    services: steps.map(({ service }, place) => ({ service, doneAt: done[place] ?? null })),
  }
}
