import type { FastifyBaseLogger } from 'fastify'
import { delay } from './delay.ts'

export interface BackgroundWork {
  /** Resolves when the work has ended. */
  stop(): Promise<void>
}

/** Milliseconds between the end of a run and the next start. */
const pause = 500
/** Milliseconds; after a run this long, the next failure is logged as a warning again. */
const steadyAfter = 10_000

/**
 * Runs work until it is stopped. When it ends or fails, for example because a server went down, it starts again.
 * @param work must end soon after its signal aborts
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

/** Logs a repeating failure: as a warning when the reason is new, otherwise at debug level. */
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

  /** The next failure is a warning again, whatever its reason. */
  recovered(): void {
    this.#last = null
  }
}

/**
 * Retries until it succeeds, with growing pauses of at most two seconds.
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
