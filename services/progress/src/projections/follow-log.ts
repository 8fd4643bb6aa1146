import type { EventLog } from '@rehearse/event-store'
import { type Backend, delay, startBackgroundWork } from '@rehearse/service-kit'
import { advanceAll } from '../db/bring-up-to-date.ts'
import type { ProgressTables } from '../db/tables.ts'

/** Milliseconds between two looks at the log. */
const pause = 250
/** So many times as long as it has worked it rests, since those who answer come first. */
const restPerWork = 3

/** Keeps the read models of the background up to date, once among replicas. */
export function followLog({ app, database, beforeServing }: Backend<ProgressTables>, log: EventLog): void {
  let stopWork = async () => {}
  app.addHook('onClose', () => stopWork())
  beforeServing('read models', async () => {
    const work = startBackgroundWork(
      'background read models',
      async (stop) => {
        while (!stop.aborted) {
          const began = performance.now()
          await advanceAll(log, database.db)
          await delay(Math.max(pause, restPerWork * (performance.now() - began)), stop)
        }
      },
      app.log,
    )
    stopWork = work.stop
  })
}
