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
import type { QuestionFilter } from './question-filter.ts'

/** Filters and orders that are remembered; the one that was asked for longest ago is forgotten first. */
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
 * questions, so it is done once for each revision of the bank and remembered, however many pages are read.
 */
export class CountCache {
  readonly #db: Db
  readonly #remembered = new Map<string, { revision: string; value: Promise<unknown> }>()

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

  /**
   * The revision was read before `find` reads: should the bank change in between, the value is newer than it is taken
   * for, and found once more.
   */
  #once<Value>(key: string, revision: string, find: () => Promise<Value>): Promise<Value> {
    const known = this.#remembered.get(key)
    this.#remembered.delete(key)
    const value = known?.revision === revision ? (known.value as Promise<Value>) : find()
    this.#remembered.set(key, { revision, value })
    value.catch(() => this.#remembered.delete(key))
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > maxEntries && oldest !== undefined) this.#remembered.delete(oldest)
    return value
  }
}
