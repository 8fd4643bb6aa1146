import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import type { Tables } from '../tables.ts'
import { deleteExpiredSessions } from './session-repository.ts'

/** Milliseconds between sweeps. */
const day = 24 * 60 * 60 * 1000

/** Forgets devices and addresses of whoever did not come back, from when the schema stands until the service closes. */
export function keepSessionsSwept({ app, database: { db }, beforeServing }: Backend<Tables>): void {
  let work: BackgroundWork | undefined
  beforeServing('sweep of sessions', async () => {
    work = startBackgroundWork(
      'sweep of sessions',
      async (stop) => {
        while (!stop.aborted) {
          const sessions = await deleteExpiredSessions(db)
          if (sessions > 0) app.log.info({ sessions }, 'forgot sessions that ran out')
          await delay(day, stop)
        }
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}
