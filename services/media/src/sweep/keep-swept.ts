import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/background-work'
import { delay } from '@rehearse/service-kit/delay'
import type { Tables } from '../db/tables.ts'
import type { Storage } from '../storage/storage.ts'
import type { Staging } from '../uploads/staging.ts'
import { sweep } from './sweep.ts'

/** Milliseconds between sweeps. */
const interval = 15 * 60 * 1000

/** Sweeps once the schema and the storage stand, and every quarter of an hour from then on. */
export function keepSwept(
  { app, database: { db }, beforeServing }: Backend<Tables>,
  storage: Storage,
  staging: Staging,
): void {
  let work: BackgroundWork | undefined
  beforeServing('sweeper', async () => {
    work = startBackgroundWork(
      'sweeper',
      async (stop) => {
        while (!stop.aborted) {
          const files = await sweep({ db, storage, staging }, new Date())
          if (files > 0) app.log.info({ files }, 'removed audio that no question has')
          await delay(interval, stop)
        }
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}
