import { DomainError } from '@rehearse/contracts'

export interface FairQueueOptions {
  /** Tasks that run at a time. */
  concurrency: number
  /** Tasks of each class that wait. */
  maxWaiting: number
  /** How many tasks of a class run in its turn while other classes wait; 1 unless said. */
  weights?: Readonly<Record<string, number>>
}

/** Where a task waits: its class, its address, and any finer division, such as the account. */
export type QueuePath = readonly [kind: string, address: string, ...finer: string[]]

/**
 * Runs a bounded number of tasks at a time. Classes of waiting tasks take turns by weight, the addresses of a class and
 * the accounts of an address one by one. So a task waits for at most one turn of each other class and of each other
 * address in its class, no matter how many tasks they have waiting.
 *
 * What finds its class full takes the place of the newest task of the address that has most waiting, unless that is its
 * own: one address can't shut out the others. An address has half of a class at most.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #waiting: WaitingTasks
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
    this.#waiting = new WaitingTasks((kind) => options.weights?.[kind] ?? 1)
  }

  /** @throws {DomainError} 429 `too_many_requests` when there is no room to wait */
  async run<Result>(path: QueuePath, task: () => Promise<Result>): Promise<Result> {
    await this.#enter(path)
    try {
      return await task()
    } finally {
      this.#leave()
    }
  }

  async #enter(path: QueuePath): Promise<void> {
    if (this.#running < this.#options.concurrency) {
      this.#running += 1
      return
    }
    this.#makeRoom(path)
    await new Promise<void>((start, reject) => {
      this.#waiting.add(path, { start, refuse: () => reject(tooMany()) })
    })
  }

  #makeRoom([kind, address]: QueuePath): void {
    const { maxWaiting } = this.#options
    const ofClass = this.#waiting.child(kind)
    const ofAddress = ofClass?.child(address)?.size ?? 0
    if (ofAddress >= Math.ceil(maxWaiting / 2)) throw tooMany()
    if ((ofClass?.size ?? 0) < maxWaiting) return
    const [longest, waiting] = ofClass?.longest() ?? ['', 0]
    if (waiting <= ofAddress + 1) throw tooMany()
    this.#waiting.takeNewest([kind, longest])?.refuse()
  }

  /** The slot goes straight to the next task: it is never free in between. */
  #leave(): void {
    const next = this.#waiting.takeNext()
    if (next) next.start()
    else this.#running -= 1
  }
}

interface WaitingTask {
  start: () => void
  refuse: () => void
}

/** A tree: a node has tasks, in order of arrival, or children, which take turns. */
class WaitingTasks {
  size = 0
  readonly #weightOf: (name: string) => number
  readonly #tasks: WaitingTask[] = []
  /** The one whose turn it is comes first. */
  readonly #children = new Map<string, WaitingTasks>()
  #takenInTurn = 0

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
    this.#takenInTurn += 1
    if (child.size === 0 || this.#takenInTurn >= this.#weightOf(name)) {
      this.#remove(name)
      if (child.size > 0) this.#children.set(name, child)
    }
    return task
  }

  /** The child with most tasks waiting, and how many. */
  longest(): [name: string, waiting: number] {
    let longest: [string, number] = ['', 0]
    for (const [name, { size }] of this.#children) if (size > longest[1]) longest = [name, size]
    return longest
  }

  /** Takes the newest task below a path; past its end, that of the longest queue. */
  takeNewest([name = this.longest()[0], ...rest]: readonly string[]): WaitingTask | undefined {
    this.size -= 1
    const child = this.#children.get(name)
    if (child === undefined) return this.#tasks.pop()
    const task = child.takeNewest(rest)
    if (child.size === 0) this.#remove(name)
    return task
  }

  #remove(name: string): void {
    const [head] = this.#children.keys()
    if (head === name) this.#takenInTurn = 0
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
