import type { FastifyBaseLogger } from 'fastify'
import { delay } from './delay.ts'

export interface BackgroundWork {
  /** Resolves when the work has ended. */
  stop(): Promise<void>
}

/** Milliseconds between an end and the next beginning. */
const pause = 500
/** Milliseconds; what has run this long was well, and its next failure is worth a line again. */
const steadyAfter = 10_000

/**
 * Work that goes on until it is stopped. When it ends or fails, because a server went away, it begins again.
 * @param work ends soon after its signal aborts
 */
export function startBackgroundWork(
  name: string,
  work: (stop: AbortSignal) => Promise<void>,
  log: FastifyBaseLogger,
): BackgroundWork {
  const stopping = new AbortController()
  const failures = new FailureLog(log)
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        await work(stopping.signal)
      } catch (error) {
        if (performance.now() - began > steadyAfter) failures.recovered()
        if (!stopping.signal.aborted) failures.failed(error, `${name}: interrupted, trying again`)
      }
      await delay(pause, stopping.signal)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}

/** Reports what fails again and again: a warning when the reason is a new one, else only at debug level. */
export class FailureLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
  #last: string | null = null

  constructor(log: Pick<FastifyBaseLogger, 'warn' | 'debug'>) {
    this.#log = log
  }

  failed(error: unknown, message: string): void {
    const reason = String(error)
    this.#log[reason === this.#last ? 'debug' : 'warn']({ err: error }, message)
    this.#last = reason
  }

  /** The next failure is news again, whatever its reason. */
  recovered(): void {
    this.#last = null
  }
}

/**
 * Tries until it succeeds, with growing pauses of at most two seconds.
 * @throws the signal's reason, once it has aborted
 */
export async function retryUntilDone<Value>(
  name: string,
  step: () => Promise<Value>,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<Value> {
  const failures = new FailureLog(log)
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    try {
      return await step()
    } catch (error) {
      signal.throwIfAborted()
      failures.failed(error, `${name}: not possible yet, trying again`)
      await delay(Math.min(100 * 2 ** attempt, 2_000), signal)
    }
  }
}
