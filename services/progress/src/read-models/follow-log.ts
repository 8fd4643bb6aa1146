import { type EventLog, project } from '@rehearse/event-store'
import { type Backend, delay, startBackgroundWork } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { backgroundProjections } from './background-projections.ts'
import { advanceAll } from './catch-up.ts'
import { patientFolding } from './run-projection.ts'

/** Milliseconds between two looks at the log. */
const pause = 250
/** So many times as long as it has worked it rests, since those who answer come first. */
const restPerWork = 3

/** Keeps the read models of the background up to date, once among replicas. */
export function followLog(
  { app, database: { db }, beforeServing, parks }: Backend<ProgressTables>,
  log: EventLog,
): void {
  const parkOf = new Map(
    backgroundProjections.map((projection) => [
      projection.name,
      parks(`read model ${projection.name}`, async (payload, trx) => {
        const { id } = JSON.parse(payload) as { id: string }
        await project(trx, [projection], await log.reader<ProgressTables>(trx).readById([id]))
      }),
    ]),
  )
  const advance = patientFolding(db, log, parkOf)
  let stopWork = async () => {}
  app.addHook('onClose', () => stopWork())
  beforeServing('read models', async () => {
    const work = startBackgroundWork(
      'background read models',
      async (stop) => {
        while (!stop.aborted) {
          const began = performance.now()
          await advanceAll(db, advance)
          await delay(Math.max(pause, restPerWork * (performance.now() - began)), stop)
        }
      },
      app.log,
    )
    stopWork = work.stop
  })
}
