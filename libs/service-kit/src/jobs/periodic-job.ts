import type { FastifyBaseLogger } from 'fastify'
import { type BackgroundWork, startBackgroundWork } from './background-work.ts'
import { delay } from './delay.ts'

/**
 * One run of a job.
 * @param stop aborts when the process closes
 * @returns a number to set the milliseconds until the next run, where that isn't the job's own interval; 0 when there is more to do
 */
export type JobRun = (stop: AbortSignal) => Promise<unknown>

/**
 * Runs a job now and then periodically until it is stopped. A run that fails is logged and repeated.
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
