import type { FastifyBaseLogger } from 'fastify'
import { delay } from './delay.ts'
import { FailureLog } from './failure-log.ts'

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
