import { findByContent } from '../imports/duplicate-repository.ts'
import type { ImportRow } from '../imports/import-row.ts'
import type { RowFate, RowJudge } from '../imports/store-rows.ts'
import { foldText } from '../questions/fold-text.ts'
import type { ContentItem } from './content-repository.ts'

/** Names the rows of one file: by their titles, and by number where a title comes again. */
export function rowKeys(rows: readonly ImportRow[]): Map<ImportRow, string> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const title = foldText(row.row.title)
      const times = (seen.get(title) ?? 0) + 1
      seen.set(title, times)
      return [row, times === 1 ? title : `${title} #${times}`]
    }),
  )
}

/**
 * A file may change what it has brought itself and nobody has touched since. What it brings anew is stored unless the
 * bank has it already, or had it: deleted questions don't come back.
 */
export function judgeContent(
  keys: ReadonlyMap<ImportRow, string>,
  items: ReadonlyMap<string, ContentItem>,
): RowJudge {
  return async (trx, rows) => {
    const present = await findByContent(
      trx,
      rows.map((row) => row.contentHash),
      { deletedToo: true },
    )
    return rows.map((row): RowFate => {
      const left = items.get(keys.get(row) ?? '')?.left
      if (left) return { do: 'update', questionId: left.questionId, ifVersion: left.version }
      return present.has(row.contentHash.toString('hex')) ? { do: 'skip' } : { do: 'create' }
    })
  }
}
