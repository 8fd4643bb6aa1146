import { statisticsOrders } from '@rehearse/contracts'
import { LRUCache } from 'lru-cache'
import type { QuestionFilter } from '../question-filter.ts'
import type { Db } from '../tables.ts'
import type { Anchor, KeyOrder } from './order.ts'
import {
  anchorInterval,
  countByNode,
  countMatching,
  type NodeOrder,
  readAnchors,
  readRevision,
} from './queries.ts'

/** Cached combinations of filter and order. */
const maxEntries = 500
/** Milliseconds. Every answer may change the orders by usage and statistics, so their anchors may be this old. */
const usageMaxAgeMs = 10_000

const answerOrders: ReadonlySet<string> = new Set(['usageCount', ...statisticsOrders])

export interface Counts {
  /** The number of matching questions. */
  total(filter: QuestionFilter): Promise<number>
  /** The number of matching questions per category or path that has any; the key null means no path. */
  perPlace(filter: QuestionFilter, by: NodeOrder): Promise<ReadonlyMap<string | null, number>>
  /** The last anchor at or before an offset. There is one after every `anchorEvery` questions. */
  anchorBefore(filter: QuestionFilter, order: KeyOrder, offset: number): Promise<Start>
}

/** Where to start reading a list. */
export interface Start {
  after: Anchor | null
  /** Questions to skip from there. */
  skip: number
}

/**
 * Caches what numbered pages need: totals, and anchors along a list. Counting takes time in proportion to the number
 * of questions, so it is done once per revision of the bank, however many pages are read.
 */
export class CountCache {
  readonly #db: Db
  readonly #cache = new LRUCache<string, { revision: string; value: Promise<unknown> }>({ max: maxEntries })

  constructor(db: Db) {
    this.#db = db
  }

  /** Counts for the current revision of the bank. */
  async now(): Promise<Counts> {
    const revision = String(await readRevision(this.#db))
    return {
      total: (filter) => this.#once(JSON.stringify(filter), revision, () => countMatching(this.#db, filter)),
      perPlace: (filter, by) =>
        this.#once(JSON.stringify([filter, by]), revision, () => countByNode(this.#db, filter, by)),
      anchorBefore: async (filter, order, offset) => {
        const number = Math.floor(offset / anchorInterval)
        if (number === 0) return { after: null, skip: offset }
        const age = answerOrders.has(order.by)
          ? `${revision} ${Math.floor(Date.now() / usageMaxAgeMs)}`
          : revision
        const anchors = await this.#once(JSON.stringify([filter, order]), age, () =>
          readAnchors(this.#db, filter, order),
        )
        // A list that ends before the offset has no anchor there, so nothing is skipped needlessly.
        const nearest = Math.min(number, anchors.length)
        return { after: anchors[nearest - 1] ?? null, skip: offset - nearest * anchorInterval }
      },
    }
  }

  /**
   * The revision is read before `find` runs: if the bank changes in between, the value is newer than its revision,
   * and is computed again next time.
   */
  #once<Value>(key: string, revision: string, find: () => Promise<Value>): Promise<Value> {
    const known = this.#cache.get(key)
    if (known?.revision === revision) return known.value as Promise<Value>
    const value = find()
    this.#cache.set(key, { revision, value })
    value.catch(() => this.#cache.delete(key))
    return value
  }
}
