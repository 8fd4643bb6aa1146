/**
 * Group commit without a timer: while one batch is being written, the items that arrive wait together and become
 * the next. Alone, an item waits for nobody; under load the cost of each falls. Items keep their order.
 *
 * When a batch fails, its items are tried one by one, so that a bad one fails alone; unless `isFatal` says that the
 * failure concerns them all (the database is away), which then all of them hear.
 */
export interface GroupCommitOptions<Item, Result> {
  /** Writes a batch in one go; resolves to one result per item, in order. */
  commit(items: readonly Item[]): Promise<readonly Result[]>
  /** Whether a failure says nothing about single items, so that trying them one by one is pointless. */
  isFatal(error: unknown): boolean
  /** Items in one batch, at most. */
  maxBatch: number
  /** Hears how many items a batch has, once it is written; for metrics. */
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
  #running: Promise<void> | null = null

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options
  }

  /** Items that have arrived and are not being written yet. */
  get pending(): number {
    return this.#waiting.length
  }

  /** Resolves when the item is committed; rejects when it, or its whole batch, could not be. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when nothing waits and nothing is being written. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    // One turn of the event loop, so that requests read from the sockets together are written together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      await this.#commit(this.#waiting.splice(0, this.#options.maxBatch))
    }
    this.#running = null
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

  /** Hands out the results; gives back why there are none. */
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
      // Written they are: to try them again one by one would write them twice.
      rejectAll(batch, new Error(`${results.length} results for ${batch.length} items`))
    }
    return null
  }
}

function rejectAll(batch: readonly { reject(error: unknown): void }[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}
