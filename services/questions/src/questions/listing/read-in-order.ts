import type { Db } from '../../db/tables.ts'
import type { StoredQuestion } from '../question.ts'
import type { Figures } from './bank-figures.ts'
import { isValueOrder, type KeyOrder, type Order } from './order.ts'
import { readSlices, type Slice } from './queries.ts'
import type { QuestionFilter } from './question-filter.ts'
import { listsOf } from './shared-order/lists-of.ts'
import { partsOf } from './shared-order/parts.ts'

interface Page {
  filter: QuestionFilter
  offset: number
  limit: number
  /** How many match, where that is known: it decides how a search is read. */
  total?: number
}

/** Questions; with as many, a page is found by reading on from one to the next. */
const denseFrom = 5_000
const newestFirst: KeyOrder = { by: 'createdAt', direction: 'desc' }

/** The questions of one page, however deep in the list. */
export async function readInOrder(
  { db, figures }: { db: Db; figures: Figures },
  order: Order,
  page: Page,
): Promise<StoredQuestion[]> {
  const sliceOf = async (by: KeyOrder, { filter, offset, limit, total = 0 }: Page): Promise<Slice> => ({
    ...(await figures.anchorBefore(filter, by, offset)),
    filter,
    limit,
    dense: total > denseFrom,
  })
  if (!isValueOrder(order)) return readSlices(db, order, [await sliceOf(order, page)])
  const lists = await listsOf({ db, figures }, page.filter, order)
  const parts = partsOf(lists, page.offset, page.limit).map(({ list, skip, limit }) =>
    sliceOf(newestFirst, { filter: list.filter, offset: skip, limit, total: list.count }),
  )
  return readSlices(db, newestFirst, await Promise.all(parts))
}
