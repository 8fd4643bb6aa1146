import type { EventLog } from '@rehearse/event-store'
import { type Backend, delay, startBackgroundWork } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { award, backfillPage } from './badge-backfill-repository.ts'

/** Milliseconds between two looks for new rules. */
const pause = 1_000

/** Gives learners the badges that were defined after they had earned them, in the background, once among replicas. */
export function backfillBadges(
  { app, database, beforeServing, parks }: Backend<ProgressTables>,
  log: EventLog,
): void {
  const park = parks('badge backfill', async (payload) => {
    const { id, badgeId } = JSON.parse(payload) as { id: string; badgeId: string }
    await award(database.db, log, [id], badgeId)
  })
  let stopWork = async () => {}
  app.addHook('onClose', () => stopWork())
  beforeServing('badges', async () => {
    const work = startBackgroundWork(
      'badge backfill',
      async (stop) => {
        while (!stop.aborted) if (!(await backfillPage(database.db, log, park))) await delay(pause, stop)
      },
      app.log,
    )
    stopWork = work.stop
  })
}
