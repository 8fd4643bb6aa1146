import type { OnDuplicate } from '@rehearse/contracts'
import { findByContent } from './duplicate-repository.ts'
import type { RowFate, RowJudge } from './store-rows.ts'

/**
 * An admin's choice about rows that the bank holds already. Of two equal rows in one source the first counts, unless
 * duplicates are to be added.
 */
export function judgeDuplicates(onDuplicate: OnDuplicate): RowJudge {
  if (onDuplicate === 'add') return async (_trx, rows) => rows.map(() => ({ do: 'create' }))
  const seen = new Set<string>()
  return async (trx, rows) => {
    const known = await findByContent(
      trx,
      rows.map((row) => row.contentHash),
    )
    return rows.map((row): RowFate => {
      const hash = row.contentHash.toString('hex')
      if (seen.has(hash)) return { do: 'skip' }
      seen.add(hash)
      const questionId = known.get(hash)
      if (questionId === undefined) return { do: 'create' }
      return onDuplicate === 'update' ? { do: 'update', questionId } : { do: 'skip', like: questionId }
    })
  }
}
