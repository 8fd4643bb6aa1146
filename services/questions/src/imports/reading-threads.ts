import { Worker } from 'node:worker_threads'
import { type BackupFile, DomainError, type DomainErrorInput, type QuestionFormat } from '@rehearse/contracts'
import type { ParseDefaults } from '@rehearse/question-formats'
import type { FastifyBaseLogger } from 'fastify'
import type { ReadRows } from './read-rows.ts'

/** A job of a reading thread. */
export type ReadingJob =
  | { kind: 'source'; source: string; format: QuestionFormat; defaults: ParseDefaults }
  | { kind: 'rows'; rows: unknown }
  | { kind: 'backup'; text: string }

/** The result of a job: a small object, and lists that are fetched in chunks. */
export interface ReadingResult {
  head: object
  lists: Record<string, unknown[]>
}

export type ToThread = { job: ReadingJob } | 'more'
export type FromThread =
  | { progress: number }
  | { head: object }
  | { piece: Record<string, unknown[]>; isLast: boolean }
  | { refused: DomainErrorInput }
  | { crashed: unknown }

export interface ReadingLimits {
  /** CPU seconds for one file. */
  cpuSeconds: number
  /** Heap of one thread, in MiB. */
  memoryMb: number
}

export interface ReadSource extends ReadRows {
  /** SHA-256 of all rows and errors, which identifies a repeated import. */
  digest: string
}

/** The maximum number of files being read, and the maximum number waiting. */
const THREADS = 2
const QUEUE = 20
/** Milliseconds between checks of the CPU time. */
const MEMORY_CHECK_INTERVAL = 100
const IDLE = 60_000
/** If a thread gets no CPU, or its time can't be read: the wall-clock limit as a multiple of the CPU limit. */
const CLOCK_FACTOR = 10

/**
 * Parses admins' files in threads, so that no file can block other requests. A thread that exceeds its limits of CPU
 * time or memory is terminated, and the file is rejected.
 */
export class ReadingThreads {
  readonly #limits: ReadingLimits
  readonly #log: FastifyBaseLogger
  readonly #idle: { worker: Worker; timer: NodeJS.Timeout }[] = []
  readonly #all = new Set<Worker>()
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(limits: ReadingLimits, log: FastifyBaseLogger) {
    this.#limits = limits
    this.#log = log
  }

  /**
   * The questions of a file.
   * @throws {DomainError} invalid, `unreadable_source`, `nothing_to_import` or `import_too_complex`; too-large,
   * `too_many_rows`; unavailable, `overloaded`
   */
  readSource(given: Omit<ReadingJob & { kind: 'source' }, 'kind'>, onRead?: OnRead): Promise<ReadSource> {
    return this.#readRows({ kind: 'source', ...given }, onRead)
  }

  /** The rows of a bulk request. Throws like `readSource`. */
  readBulkRows(rows: unknown, onRead?: OnRead): Promise<ReadSource> {
    const given = Array.isArray(rows) ? rows.map((row) => (nestsDeeply(row) ? null : row)) : null
    return this.#readRows({ kind: 'rows', rows: given }, onRead)
  }

  /** @throws {DomainError} invalid, `damaged_backup` or `import_too_complex`; unavailable, `overloaded` */
  async readBackup(text: string): Promise<BackupFile> {
    const { head, lists } = await this.#run({ kind: 'backup', text })
    return { ...head, ...lists } as unknown as BackupFile
  }

  /** Ends the threads; jobs in progress fail. */
  async close(): Promise<void> {
    for (const { timer } of this.#idle) clearTimeout(timer)
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  async #readRows(job: ReadingJob, onRead?: OnRead): Promise<ReadSource> {
    const { head, lists } = await this.#run(job, onRead)
    const read = { ...head, ...lists } as unknown as ReadSource
    // A message turns buffers into plain byte arrays.
    for (const row of read.rows) row.contentHash = Buffer.from(row.contentHash)
    return read
  }

  async #run(job: ReadingJob, onRead?: OnRead): Promise<ReadingResult> {
    if (this.#busy < THREADS) this.#busy++
    else {
      if (this.#waiting.length >= QUEUE) throw overloaded()
      await new Promise<void>((turn) => this.#waiting.push(turn))
    }
    try {
      return await this.#runNow(job, onRead)
    } finally {
      const next = this.#waiting.shift()
      // The slot goes to the next job in the queue.
      if (next) next()
      else this.#busy--
    }
  }

  async #runNow(job: ReadingJob, onRead?: OnRead): Promise<ReadingResult> {
    const worker = this.#take()
    const { promise, resolve, reject } = Promise.withResolvers<ReadingResult>()
    const result: ReadingResult = { head: {}, lists: {} }
    const receive = (message: FromThread) => {
      if ('progress' in message) onRead?.(message.progress)
      else if ('refused' in message) reject(new DomainError(message.refused))
      else if ('crashed' in message) {
        this.#log.error({ err: message.crashed }, 'reading a file failed')
        reject(unreadable())
      } else {
        if ('head' in message) result.head = message.head
        else for (const [name, items] of Object.entries(message.piece)) add(result.lists, name, items)
        if ('piece' in message && message.isLast) resolve(result)
        else worker.postMessage('more' satisfies ToThread)
      }
    }
    const failed = (error: unknown) => {
      const isTooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!isTooMuch) this.#log.error({ err: error }, 'a reading thread failed')
      reject(isTooMuch ? tooComplex() : unreadable())
    }
    const ended = () => reject(unreadable())
    worker.on('message', receive).once('error', failed).once('exit', ended)
    const watch = this.#watch(worker, () => reject(tooComplex()))
    try {
      worker.postMessage({ job } satisfies ToThread)
      const read = await promise
      this.#giveBack(worker)
      return read
    } catch (error) {
      if (error instanceof DomainError && error.code !== tooComplex().code && this.#all.has(worker)) {
        this.#giveBack(worker)
      } else void worker.terminate()
      throw error
    } finally {
      clearInterval(watch)
      worker.off('message', receive).off('error', failed).off('exit', ended)
    }
  }

  /**
   * Calls back when a thread has used up its CPU time. Unlike wall-clock time, CPU time rejects no valid file on a
   * busy machine.
   */
  #watch(worker: Worker, onSpent: () => void): NodeJS.Timeout {
    const begun = performance.now()
    const limit = this.#limits.cpuSeconds * 1_000
    const first = worker.cpuUsage()
    let isAsking = false
    const checkMemory = async () => {
      if (performance.now() - begun > limit * CLOCK_FACTOR) return onSpent()
      if (isAsking) return
      isAsking = true
      const [from, now] = await Promise.all([first, worker.cpuUsage()])
      isAsking = false
      if ((now.user + now.system - from.user - from.system) / 1_000 > limit) onSpent()
    }
    // A thread that has ended reports no CPU time.
    first.catch(() => {})
    return setInterval(() => void checkMemory().catch(() => {}), MEMORY_CHECK_INTERVAL)
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    if (idle) {
      clearTimeout(idle.timer)
      idle.worker.ref()
      return idle.worker
    }
    const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    })
    this.#all.add(worker)
    // Its jobs report the failure; an idle thread is removed.
    worker.on('error', () => {})
    worker.once('exit', () => {
      this.#all.delete(worker)
      const at = this.#idle.findIndex((one) => one.worker === worker)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    return worker
  }

  #giveBack(worker: Worker): void {
    worker.unref()
    const timer = setTimeout(() => void worker.terminate(), IDLE)
    timer.unref()
    this.#idle.push({ worker, timer })
  }
}

type OnRead = (done: number) => void

/** Valid data is only three levels deep. Endlessly nested data can't be sent to a thread. */
const DEPTH = 100

function nestsDeeply(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH) return true
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Object.values(one)) if (typeof inner === 'object') next.push(inner)
    }
    level = next
  }
  return false
}

function add(lists: Record<string, unknown[]>, name: string, items: readonly unknown[]): void {
  const list = lists[name] ?? []
  for (const item of items) list.push(item)
  lists[name] = list
}

const tooComplex = () =>
  new DomainError({
    kind: 'invalid',
    code: 'import_too_complex',
    message: 'Reading this file takes too much time or memory. Split it or simplify it. Nothing was stored.',
  })

const unreadable = () =>
  new DomainError({
    kind: 'invalid',
    code: 'unreadable_source',
    message: 'The file could not be read. Nothing was stored.',
  })

const overloaded = () =>
  new DomainError({
    kind: 'unavailable',
    code: 'overloaded',
    message: 'Too many files are being read. Please try again later.',
    retryAfterSeconds: 10,
  })
