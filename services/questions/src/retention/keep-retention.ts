import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/background-work'
import { delay } from '@rehearse/service-kit/delay'
import type { Tables } from '../db/tables.ts'
import { sweep } from './sweep.ts'

/** Milliseconds between sweeps. */
const day = 24 * 60 * 60 * 1000

/** Sweeps once the schema stands, and daily from then on. */
export function keepRetention({ app, database: { db }, beforeServing }: Backend<Tables>): void {
  let work: BackgroundWork | undefined
  beforeServing('retention', async () => {
    work = startBackgroundWork(
      'retention',
      async (stop) => {
        while (!stop.aborted) {
          const questions = await sweep(db, new Date())
          if (questions > 0) app.log.info({ questions }, 'erased what has had its time')
          await delay(day, stop)
        }
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}
