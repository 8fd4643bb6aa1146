import { Worker } from 'node:worker_threads'

export type HashingJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'compare'; password: string; hash: string }
export type HashingResult = { hash: string } | { same: boolean } | { error: string }

/**
 * bcrypt in threads of its own, of a lower priority: on libuv's it would stand in the way of token signatures, DNS
 * and files, and at the usual priority it would take the cores from every other route of the machine.
 */
export class HashingThreads {
  /** Threads that have nothing to do; as many are made as work at once. */
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()

  async hash(password: string, cost: number): Promise<string> {
    const result = await this.#run({ kind: 'hash', password, cost })
    if (!('hash' in result)) throw new Error('a hashing thread answered something else')
    return result.hash
  }

  async compare(password: string, hash: string): Promise<boolean> {
    const result = await this.#run({ kind: 'compare', password, hash })
    if (!('same' in result)) throw new Error('a hashing thread answered something else')
    return result.same
  }

  /** Ends the threads; what they were doing fails. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()))
  }

  async #run(job: HashingJob): Promise<HashingResult> {
    const thread = this.#idle.pop() ?? this.#start()
    // A thread with work keeps the process alive, an idle one doesn't.
    thread.ref()
    const { promise, resolve, reject } = Promise.withResolvers<HashingResult>()
    const ended = () => reject(new Error('a hashing thread ended'))
    thread.once('message', resolve).once('error', reject).once('exit', ended)
    thread.postMessage(job)
    try {
      const result = await promise
      if ('error' in result) throw new Error(result.error)
      return result
    } finally {
      thread.off('message', resolve).off('error', reject).off('exit', ended)
      thread.unref()
      if (this.#all.has(thread)) this.#idle.push(thread)
    }
  }

  #start(): Worker {
    const thread = new Worker(new URL('./hashing-thread.ts', import.meta.url))
    this.#all.add(thread)
    // Whoever waits for it hears of its failure; an idle one that ends is merely forgotten.
    thread.on('error', () => {})
    thread.once('exit', () => {
      this.#all.delete(thread)
      const at = this.#idle.indexOf(thread)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    return thread
  }
}
