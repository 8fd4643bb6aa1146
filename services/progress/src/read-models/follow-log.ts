import {
  catchUp,
  type EventLog,
  type Projection,
  project,
  readCheckpoint,
  writeCheckpoint,
} from '@rehearse/event-store'
import { type Backend, type DeadLetter, isUnavailable } from '@rehearse/service-kit'
import { gaugeAtScrape } from '@rehearse/service-kit/observability/metrics'
import { sql } from 'kysely'
import type { Db, ProgressTables } from '../tables.ts'
import { backgroundProjections } from './projections.ts'

/** Milliseconds between two looks at the log. */
const pause = 250
/** So many times as long as it has worked it rests, since those who answer come first. */
const restPerWork = 3

/** Runs the background projections, in one replica at a time. */
export function followLog(
  { database: { db }, runPeriodically, deadLetters }: Backend<ProgressTables>,
  log: EventLog,
): void {
  const parkOf = new Map(
    backgroundProjections.map((projection) => [
      projection.name,
      deadLetters(`read model ${projection.name}`, async (payload, trx) => {
        const { id } = JSON.parse(payload) as { id: string }
        await project(trx, [projection], await log.reader<ProgressTables>(trx).readById([id]))
      }),
    ]),
  )
  const advance = runWithRetry(db, log, parkOf)
  runPeriodically('read models', pause, async () => {
    const began = performance.now()
    await advanceAll(db, advance)
    return Math.max(pause, restPerWork * (performance.now() - began))
  })
}

const batchSize = 500
/** After so many attempts an event is dead-lettered. */
const triesMax = 5
/** Milliseconds before the second attempt; doubled each time. */
const firstPause = 250

interface Suspect {
  /** Of the checkpoint before it. */
  after: number
  tries: number
  /** By `performance.now()`. */
  notBefore: number
}

/**
 * Runs a background projection. When a batch fails, its events are applied one by one, and the one that keeps failing is
 * dead-lettered: later events and other read models aren't held up.
 */
function runWithRetry(db: Db, log: EventLog, parkOf: ReadonlyMap<string, DeadLetter<ProgressTables>>) {
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

  /** Applies the rest of a failed batch one by one. */
  async function foldSingly(projection: Projection<ProgressTables>): Promise<void> {
    for (let event = 1; event < batchSize; event += 1) {
      if ((await catchUp(log, db, projection, { batchSize: 1 })) === 0) return
    }
  }

  /** A failed batch is first retried event by event. */
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

/** Gauges of the log's end and the position of each reader: read models and the relay. */
export function observeLog({ metrics, database }: Backend<ProgressTables>): void {
  let reading: Promise<Positions> | null = null
  // Both gauges share one query.
  const read = () => {
    reading ??= readPositions(database.db).finally(() => {
      reading = null
    })
    return reading
  }
  gaugeAtScrape(
    metrics,
    { name: 'event_log_position', help: 'Global position of the newest event', labelNames: [] },
    async () => [[{}, (await read()).log]],
  )
  gaugeAtScrape(
    metrics,
    {
      name: 'projection_position',
      help: 'Global position of the newest event that a reader of the log has dealt with',
      labelNames: ['projection'],
    },
    async () => {
      const { readers } = await read()
      return readers.map(({ name, position }) => [{ projection: name }, position])
    },
  )
}

interface Positions {
  /** Of the newest event; 0 while there is none. */
  log: number
  /** Every reader with a checkpoint. */
  readers: { name: string; position: number }[]
}

/** The end of the log and the positions of its readers, in one query. */
async function readPositions(db: Db): Promise<Positions> {
  const { rows } = await sql<Positions>`
    select coalesce((select max(global_position) from event), 0) as log,
      coalesce((select json_agg(json_build_object('name', name, 'position', position)) from checkpoint), '[]') as readers`.execute(
    db,
  )
  return rows[0] ?? { log: 0, readers: [] }
}

/** A request waits for at most this many batches. */
const batchesMax = 20

/**
 * Brings a read model up to the end of the log, so that learners see their own changes.
 * @param batches at most so many; infinite if the read model must be complete
 */
export async function catchUpProjection(
  log: EventLog,
  db: Db,
  name: string,
  { batches = batchesMax }: { batches?: number } = {},
): Promise<void> {
  const projection = backgroundProjections.find((one) => one.name === name)
  if (projection === undefined) throw new RangeError(`no projection ${name} runs in the background`)
  if (!(await isBehind(db, [projection]))) return
  for (let batch = 0; batch < batches; batch += 1) {
    if ((await catchUp(log, db, projection, { batchSize })) < batchSize) return
  }
}

/** Runs every background projection if one is behind. */
async function advanceAll(
  db: Db,
  advance: (projection: Projection<ProgressTables>) => Promise<void>,
): Promise<void> {
  if (!(await isBehind(db, backgroundProjections))) return
  for (const projection of backgroundProjections) await advance(projection)
}

/** Whether one of them is behind the end of the log: one query, since most of the time none is. */
async function isBehind(db: Db, projections: readonly Projection<ProgressTables>[]): Promise<boolean> {
  const { rows } = await notAllSeen(projections.map(({ name }) => name)).execute(db)
  return rows[0]?.isBehind ?? false
}

/** Compares with the end of the log, which an index returns: searching for any later event would scan. */
export const notAllSeen = (names: readonly string[]) => sql<{ isBehind: boolean }>`
  select coalesce((select max(global_position) from event), 0) > (
    select case when count(*) < ${names.length} then 0 else min(position) end
    from checkpoint where name = any(${names}::text[])) as "isBehind"`
