import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import type { Tables } from '../tables.ts'
import { sweepAttempts } from './attempt-repository.ts'

/** Milliseconds between sweeps. */
const pause = 5 * 60 * 1000

/** Forgets counts whose minute is over, from when the schema stands until the service closes. */
export function keepAttemptsSwept({ app, database: { db }, beforeServing }: Backend<Tables>): void {
  let work: BackgroundWork | undefined
  beforeServing('sweep of sign-in counts', async () => {
    work = startBackgroundWork(
      'sweep of sign-in counts',
      async (stop) => {
        while (!stop.aborted) {
          await sweepAttempts(db)
          await delay(pause, stop)
        }
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}
