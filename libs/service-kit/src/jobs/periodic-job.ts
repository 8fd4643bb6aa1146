import type { FastifyBaseLogger } from 'fastify'
import { type BackgroundWork, startBackgroundWork } from './background-work.ts'
import { delay } from './delay.ts'

/**
 * One run of a job.
 * @param stop aborts when the process closes
 * @returns optionally the milliseconds until the next run, if different from the job's interval; 0 when there is more
 *   to do
 */
export type JobRun = (stop: AbortSignal) => Promise<unknown>

/**
 * Runs a job immediately and then periodically until it is stopped. A run that fails is logged, and the job runs
 * again.
 * @param every milliseconds between the end of one run and the start of the next
 */
export function startPeriodicJob(
  name: string,
  { every, log }: { every: number; log: FastifyBaseLogger },
  run: JobRun,
): BackgroundWork {
  return startBackgroundWork(
    name,
    async (stop) => {
      while (!stop.aborted) {
        const result = await run(stop)
        const pause = typeof result === 'number' ? result : every
        if (pause > 0) await delay(pause, stop)
      }
    },
    log,
  )
}
