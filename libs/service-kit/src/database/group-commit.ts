/**
 * Group commit without a timer: while one batch is being written, arriving items wait and form the next one. A single
 * item doesn't wait; under load the cost per item falls. Items keep their order.
 *
 * Bulk items (many of one owner at once) are split: each batch takes at most `maxBulk` of them along with all single
 * items, rotating between owners. So a single item waits only for the batch in progress, an owner's bulk waits for
 * one slice of each other owner's, and every batch makes progress on bulk items.
 *
 * When a batch fails, its items are retried one by one, so that only the bad one fails; unless `isFatal` says that
 * the failure affects them all (the database is down), in which case all of them are rejected.
 */
export interface GroupCommitOptions<Item, Result> {
  /** Writes a batch as a whole; resolves to one result per item, in order. */
  commit(items: readonly Item[]): Promise<readonly Result[]>
  /** Whether a failure affects the whole batch, so that trying the items one by one is pointless. */
  isFatal(error: unknown): boolean
  /** Maximum number of items in a batch. */
  maxBatch: number
  /** Maximum number of bulk items in a batch; less than `maxBatch`. */
  maxBulk?: number
  /** Called with the size of each batch once it is written; for metrics. */
  onBatch?(size: number): void
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  /** Queues by owner; the next owner in turn comes first. */
  readonly #bulk = new Map<string, Waiting<Item, Result>[]>()
  #bulkPending = 0
  #running: Promise<void> | null = null

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options
  }

  /** Single items that have arrived and are not being written yet. */
  get pending(): number {
    return this.#waiting.length
  }

  /** Bulk items that have arrived and are not being written yet. */
  get bulkPending(): number {
    return this.#bulkPending
  }

  /**
   * Resolves when the item is committed; rejects when it, or its whole batch, couldn't be.
   * @param bulkOf the owner, if the item is one of many that arrived at once
   */
  add(item: Item, bulkOf?: string): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queueOf(bulkOf).push({ item, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves once nothing is queued or being written. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    // One turn of the event loop, so that requests read from the sockets together are written together.
    await new Promise((resolve) => setImmediate(resolve))
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) await this.#commit(batch)
    this.#running = null
  }

  #queueOf(owner: string | undefined): Waiting<Item, Result>[] {
    if (owner === undefined) return this.#waiting
    this.#bulkPending += 1
    const queue = this.#bulk.get(owner) ?? []
    this.#bulk.set(owner, queue)
    return queue
  }

  #next(): Waiting<Item, Result>[] {
    const { maxBatch, maxBulk = 1 } = this.#options
    const slice = this.#nextSlice(maxBulk)
    return [...this.#waiting.splice(0, maxBatch - slice.length), ...slice]
  }

  #nextSlice(size: number): Waiting<Item, Result>[] {
    const slice: Waiting<Item, Result>[] = []
    for (const [owner, queue] of this.#bulk) {
      if (slice.length === size) break
      slice.push(queue.shift() as Waiting<Item, Result>)
      // Moves the owner behind the others, which are handled first.
      this.#bulk.delete(owner)
      if (queue.length > 0) this.#bulk.set(owner, queue)
    }
    this.#bulkPending -= slice.length
    return slice
  }

  async #commit(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const failure = await this.#write(batch)
    if (failure === null) return
    if (batch.length === 1 || this.#options.isFatal(failure.error)) {
      rejectAll(batch, failure.error)
      return
    }
    for (const [index, single] of batch.entries()) {
      const alone = await this.#write([single])
      if (alone === null) continue
      const isFatal = this.#options.isFatal(alone.error)
      rejectAll(isFatal ? batch.slice(index) : [single], alone.error)
      if (isFatal) return
    }
  }

  /** Resolves the items with the results; returns the error if there are none. */
  async #write(batch: readonly Waiting<Item, Result>[]): Promise<{ error: unknown } | null> {
    let results: readonly Result[]
    try {
      results = await this.#options.commit(batch.map(({ item }) => item))
    } catch (error) {
      return { error }
    }
    this.#options.onBatch?.(batch.length)
    if (results.length === batch.length) {
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result)
      })
    } else {
      // The items have been written: retrying them one by one would write them twice.
      rejectAll(batch, new Error(`${results.length} results for ${batch.length} items`))
    }
    return null
  }
}

function rejectAll(batch: readonly { reject(error: unknown): void }[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}
