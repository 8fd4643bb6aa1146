import type { EventLog } from '@rehearse/event-store'
import { type Backend, delay, startBackgroundWork } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { regradePage } from './regrade-repository.ts'

/** Milliseconds between two looks for orders. */
const pause = 1_000

/** Does what was ordered and is not done, in the background, once among replicas. */
export function workOffRegrades(
  { app, database, beforeServing }: Backend<ProgressTables>,
  log: EventLog,
): void {
  let stopWork = async () => {}
  app.addHook('onClose', () => stopWork())
  beforeServing('regrades', async () => {
    const work = startBackgroundWork(
      'regrades',
      async (stop) => {
        while (!stop.aborted) if (!(await regradePage(database.db, log))) await delay(pause, stop)
      },
      app.log,
    )
    stopWork = work.stop
  })
}
