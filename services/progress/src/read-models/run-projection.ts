import {
  catchUp,
  type EventLog,
  type Projection,
  readCheckpoint,
  writeCheckpoint,
} from '@rehearse/event-store'
import { isUnavailable, type Park } from '@rehearse/service-kit'
import { sql } from 'kysely'
import type { Db, ProgressTables } from '../tables.ts'

const batchSize = 500
/** After so many tries an event is put aside. */
const triesMax = 5
/** Milliseconds before the second try; doubled with each. */
const firstPause = 250

interface Suspect {
  /** Of the checkpoint before it. */
  after: number
  tries: number
  /** By `performance.now()`. */
  notBefore: number
}

/**
 * Takes a read model that follows the log further. When a batch can't be folded its events are folded one by one, and
 * the one that can't be, after some tries, is put aside: those behind it, and other read models, are not held up.
 */
export function patientFolding(db: Db, log: EventLog, parkOf: ReadonlyMap<string, Park<ProgressTables>>) {
  const suspects = new Map<string, Suspect>()
  return async (projection: Projection<ProgressTables>): Promise<void> => {
    const suspect = suspects.get(projection.name)
    if (suspect !== undefined && performance.now() < suspect.notBefore) return
    try {
      await catchUp(log, db, projection, { batchSize: suspect ? 1 : batchSize })
      if (suspect) await foldSingly(projection)
      suspects.delete(projection.name)
    } catch (error) {
      if (isUnavailable(error)) throw error
      await blame(projection, error)
    }
  }

  /** The rest of a batch that failed as a whole. */
  async function foldSingly(projection: Projection<ProgressTables>): Promise<void> {
    for (let event = 1; event < batchSize; event += 1) {
      if ((await catchUp(log, db, projection, { batchSize: 1 })) === 0) return
    }
  }

  /** A batch that failed is only a reason to look closer. */
  async function blame({ name }: Projection<ProgressTables>, error: unknown): Promise<void> {
    const after = await readCheckpoint(db, name)
    const before = suspects.get(name)
    if (before === undefined) {
      suspects.set(name, { after, tries: 0, notBefore: 0 })
      return
    }
    const tries = before.after === after ? before.tries + 1 : 1
    if (tries < triesMax) {
      const notBefore = performance.now() + firstPause * 2 ** (tries - 1)
      suspects.set(name, { after, tries, notBefore })
      return
    }
    await putAside(name, after, { error, tries })
    suspects.set(name, { after: -1, tries: 0, notBefore: 0 })
  }

  /** Unless another replica has done so, or folded it after all. */
  async function putAside(
    name: string,
    after: number,
    why: { error: unknown; tries: number },
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await sql`select from checkpoint where name = ${name} for update`.execute(trx)
      if ((await readCheckpoint<ProgressTables>(trx, name)) !== after) return
      const [event] = await log.reader<ProgressTables>(trx).readAllClear(after, 1)
      if (event === undefined) return
      const { eventId, globalPosition: position, type: subject } = event
      // The event alone knows what is personal in it: it is named, and read again from the log.
      const payload = JSON.stringify({ id: eventId })
      await parkOf.get(name)?.(trx, { stream: 'event log', position, subject, payload, ...why })
      await writeCheckpoint<ProgressTables>(trx, name, position)
    })
  }
}
