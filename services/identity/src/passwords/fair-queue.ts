import { DomainError } from '@rehearse/contracts'
import { whenAborted } from '@rehearse/service-kit'

export interface FairQueueOptions {
  /** The number of tasks that run concurrently. */
  concurrency: number
  /** The maximum number of waiting tasks over all classes. */
  maxWaiting: number
  /** How many tasks of a class run per round while other classes wait; 1 by default. */
  weights?: Readonly<Record<string, number>>
}

/** Milliseconds that a task waits at most. */
const longestWait = 5_000

/** Where a task waits: its class, its IP address, and any finer division, such as the account. */
export type QueuePath = readonly [kind: string, address: string, ...finer: string[]]

/**
 * Runs a bounded number of tasks at a time. Waiting tasks are scheduled round-robin: classes by weight, then the addresses
 * of a class and the accounts of an address. So a task waits for at most one round of each other class and of each other
 * address in its class, no matter how many tasks they have waiting.
 *
 * When the queue is full, a new task replaces the newest task of the class that most exceeds its weighted share, and there
 * of the address with the most tasks. So neither a class nor an address can starve the others. An address gets at most
 * half of the queue. A task that has waited five seconds is rejected, and one whose caller has left makes room at once.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #waiting: WaitingTasks
  readonly #ofAddress = new Map<string, number>()
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
    this.#waiting = new WaitingTasks(this.#weightOf)
  }

  /**
   * @param signal aborts when no one waits for the result any more
   * @throws {DomainError} 429 `too_many_requests` if the queue is full, 503 `overloaded` after waiting too long,
   * 400 `request_aborted` if the caller left before the task began
   */
  async run<Result>(path: QueuePath, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#enter(path, signal)
    try {
      return await task()
    } finally {
      this.#leave()
    }
  }

  async #enter(path: QueuePath, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw aborted()
    if (this.#running < this.#options.concurrency) {
      this.#running += 1
      return
    }
    const [kind, address] = path
    if (this.#waitingOf(address) >= Math.ceil(this.#options.maxWaiting / 2)) throw tooMany()
    if (this.#waiting.size >= this.#options.maxWaiting) this.#makeRoom(kind, address)
    this.#ofAddress.set(address, this.#waitingOf(address) + 1)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const task: WaitingTask = { address, start: resolve, refuse: () => reject(tooMany()) }
    const giveUp = (error: DomainError) => {
      this.#waiting.remove(path, task)
      this.#forget(task)
      reject(error)
    }
    const deadline = setTimeout(() => giveUp(waitedTooLong()), longestWait)
    const unfollow = signal && whenAborted(signal, () => giveUp(aborted()))
    this.#waiting.add(path, task)
    try {
      await promise
    } finally {
      clearTimeout(deadline)
      unfollow?.()
    }
  }

  #makeRoom(kind: string, address: string): void {
    const newcomers = this.#waiting.child(kind)
    const largest = this.#waiting.largest((name, size) => size / this.#weightOf(name))
    const share = ((newcomers?.size ?? 0) + 1) / this.#weightOf(kind)
    const isOver = largest !== undefined && largest.child.size / this.#weightOf(largest.name) > share
    const shrinking = isOver ? largest.name : kind
    const longest = this.#waiting.child(shrinking)?.largest((_name, size) => size)
    const own = isOver ? 0 : (newcomers?.child(address)?.size ?? 0) + 1
    if (longest === undefined || longest.child.size <= own) throw tooMany()
    this.#forget(this.#waiting.takeNewest([shrinking, longest.name]))?.refuse()
  }

  readonly #weightOf = (kind: string): number => this.#options.weights?.[kind] ?? 1

  #waitingOf(address: string): number {
    return this.#ofAddress.get(address) ?? 0
  }

  #forget(task: WaitingTask | undefined): WaitingTask | undefined {
    if (task === undefined) return undefined
    const left = this.#waitingOf(task.address) - 1
    if (left > 0) this.#ofAddress.set(task.address, left)
    else this.#ofAddress.delete(task.address)
    return task
  }

  /** Passes the slot directly to the next task. */
  #leave(): void {
    const next = this.#forget(this.#waiting.takeNext())
    if (next) next.start()
    else this.#running -= 1
  }
}

interface WaitingTask {
  address: string
  start: () => void
  refuse: () => void
}

/** A tree: a node has tasks in order of arrival, or children that are served round-robin. */
class WaitingTasks {
  size = 0
  readonly #weightOf: (name: string) => number
  readonly #tasks: WaitingTask[] = []
  /** The next one to be served comes first. */
  readonly #children = new Map<string, WaitingTasks>()
  #takenThisTurn = 0

  constructor(weightOf: (name: string) => number = () => 1) {
    this.#weightOf = weightOf
  }

  child(name: string): WaitingTasks | undefined {
    return this.#children.get(name)
  }

  add([name, ...rest]: readonly string[], task: WaitingTask): void {
    this.size += 1
    if (name === undefined) {
      this.#tasks.push(task)
      return
    }
    const child = this.#children.get(name) ?? new WaitingTasks()
    this.#children.set(name, child)
    child.add(rest, task)
  }

  takeNext(): WaitingTask | undefined {
    if (this.size === 0) return undefined
    this.size -= 1
    const [head] = this.#children
    if (head === undefined) return this.#tasks.shift()
    const [name, child] = head
    const task = child.takeNext()
    this.#takenThisTurn += 1
    if (child.size === 0 || this.#takenThisTurn >= this.#weightOf(name)) {
      this.#remove(name)
      if (child.size > 0) this.#children.set(name, child)
    }
    return task
  }

  /** Removes a task that was added with this path. */
  remove([name, ...rest]: readonly string[], task: WaitingTask): void {
    this.size -= 1
    const child = name === undefined ? undefined : this.#children.get(name)
    if (name === undefined || child === undefined) {
      this.#tasks.splice(this.#tasks.indexOf(task), 1)
      return
    }
    child.remove(rest, task)
    if (child.size === 0) this.#remove(name)
  }

  /** The child with the largest measure; of equal ones the one served last. */
  largest(
    measure: (name: string, size: number) => number,
  ): { name: string; child: WaitingTasks } | undefined {
    let largest: { name: string; child: WaitingTasks } | undefined
    for (const [name, child] of this.#children) {
      const isLarger =
        largest === undefined || measure(name, child.size) >= measure(largest.name, largest.child.size)
      if (isLarger) largest = { name, child }
    }
    return largest
  }

  /** Removes the newest task below a path; past its end, the newest of the longest queue. */
  takeNewest([given, ...rest]: readonly string[]): WaitingTask | undefined {
    this.size -= 1
    const name = given ?? this.largest((_name, size) => size)?.name
    const child = name === undefined ? undefined : this.#children.get(name)
    if (name === undefined || child === undefined) return this.#tasks.pop()
    const task = child.takeNewest(rest)
    if (child.size === 0) this.#remove(name)
    return task
  }

  #remove(name: string): void {
    const [head] = this.#children.keys()
    if (head === name) this.#takenThisTurn = 0
    this.#children.delete(name)
  }
}

const tooMany = () =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_requests',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: 2,
  })

const waitedTooLong = () =>
  new DomainError({
    kind: 'unavailable',
    code: 'overloaded',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 2,
  })

const aborted = () =>
  new DomainError({
    kind: 'invalid',
    code: 'request_aborted',
    message: 'The request ended before it was complete',
  })
