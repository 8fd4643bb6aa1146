import { LRUCache } from 'lru-cache'
import type { QuestionFilter } from '../question-filter.ts'
import type { Db } from '../tables.ts'
import type { Anchor, KeyOrder } from './order.ts'
import {
  anchorEvery,
  countByNode,
  countMatching,
  type NodeOrder,
  readAnchors,
  readRevision,
} from './queries.ts'

/** Cached filters and orders. */
const maxEntries = 500
/** Milliseconds. Answers change the order by use all the time: there an anchor may be this old. */
const usageMaxAgeMs = 10_000

export interface Counts {
  /** How many questions match. */
  total(filter: QuestionFilter): Promise<number>
  /** The same for each category or path that has any; null is no path. */
  perPlace(filter: QuestionFilter, by: NodeOrder): Promise<ReadonlyMap<string | null, number>>
  /** The last question before which a multiple of `anchorEvery` others stand, at or before an offset. */
  anchorBefore(filter: QuestionFilter, order: KeyOrder, offset: number): Promise<Start>
}

/** Where to begin to read a list. */
export interface Start {
  after: Anchor | null
  /** Questions to pass over from there. */
  skip: number
}

/**
 * What it takes to give a page its number: totals, and anchors all along a list. Counting is in proportion to the
 * questions, so it is done once for each revision of the bank and cached, however many pages are read.
 */
export class CountCache {
  readonly #db: Db
  readonly #cache = new LRUCache<string, { revision: string; value: Promise<unknown> }>({ max: maxEntries })

  constructor(db: Db) {
    this.#db = db
  }

  /** Figures of the bank as it is now. */
  async now(): Promise<Counts> {
    const revision = String(await readRevision(this.#db))
    return {
      total: (filter) => this.#once(JSON.stringify(filter), revision, () => countMatching(this.#db, filter)),
      perPlace: (filter, by) =>
        this.#once(JSON.stringify([filter, by]), revision, () => countByNode(this.#db, filter, by)),
      anchorBefore: async (filter, order, offset) => {
        const number = Math.floor(offset / anchorEvery)
        if (number === 0) return { after: null, skip: offset }
        const age =
          order.by === 'usageCount' ? `${revision} ${Math.floor(Date.now() / usageMaxAgeMs)}` : revision
        const anchors = await this.#once(JSON.stringify([filter, order]), age, () =>
          readAnchors(this.#db, filter, order),
        )
        // Past the last one nothing is skipped in vain: the list ends before the offset.
        const nearest = Math.min(number, anchors.length)
        return { after: anchors[nearest - 1] ?? null, skip: offset - nearest * anchorEvery }
      },
    }
  }

  /** The revision is read before `find` reads: if the bank changes in between, the value is newer and is read again. */
  #once<Value>(key: string, revision: string, find: () => Promise<Value>): Promise<Value> {
    const known = this.#cache.get(key)
    if (known?.revision === revision) return known.value as Promise<Value>
    const value = find()
    this.#cache.set(key, { revision, value })
    value.catch(() => this.#cache.delete(key))
    return value
  }
}
