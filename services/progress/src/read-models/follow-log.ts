import { DomainError, saveAnswer, saveAnswers } from '@rehearse/contracts'
import {
  catchUp,
  type EventLog,
  type Followed,
  inTransaction,
  type Projection,
  project,
  RecentEvents,
  type RecordedEvent,
  readCheckpoint,
  type Transact,
  writeCheckpoint,
} from '@rehearse/event-store'
import {
  type Backend,
  type DeadLetter,
  delay,
  isUnavailable,
  type Pipeline,
  WakeSignal,
  whenAborted,
} from '@rehearse/service-kit'
import { gaugeOnScrape } from '@rehearse/service-kit/observability/metrics'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { projections } from './projections.ts'

/**
 * Milliseconds between two polls of the log without a wake signal: another replica may have stopped with work
 * unfinished.
 */
const pollInterval = 1_000
/** Milliseconds of pause per event: the more events arrive, the more are folded together. */
const pausePerEvent = 2
/** The longest pause (ms), also used while more events are waiting. */
const pauseMax = 200
const pauseBetweenBatches = 20
/**
 * Milliseconds that a request waits for its learner's events: longer than it takes to dead-letter a failing event.
 */
const timeout = 15_000

/** The service's read models, which follow the log together: each batch is folded in one transaction. */
export class ReadModels {
  readonly #db: Db
  readonly #transaction: Transact<ProgressTables>
  readonly #log: EventLog
  readonly #recent = new RecentEvents()
  readonly #wake = new WakeSignal()
  readonly #advanceApart: () => Promise<void>
  #advancing: Promise<Followed> | null = null
  /** The position that all of them have reached. */
  #position = 0

  /**
   * @param transaction runs a batch
   * @param deadLetterOf by name of the read model; without it, a failing event blocks it
   */
  constructor(
    db: Db,
    log: EventLog,
    transaction: Transact<ProgressTables> = inTransaction(db),
    deadLetterOf: ReadonlyMap<string, DeadLetter<ProgressTables>> = new Map(),
  ) {
    this.#db = db
    this.#transaction = transaction
    this.#log = log
    const advance = runWithRetry(db, log, deadLetterOf)
    this.#advanceApart = async () => {
      for (const projection of projections) await advance(projection)
    }
  }

  /** The number of cached events, which aren't folded yet as far as this process knows. */
  get cached(): number {
    return this.#recent.size
  }

  /** Call this with events that this process has committed, so that they needn't be read again. */
  recorded(events: readonly RecordedEvent[]): void {
    this.#recent.add(events)
    this.#wake.ring()
  }

  /**
   * Resolves once the read models contain all events of a learner so far, from any replica.
   * @throws {DomainError} unavailable, `read_models_behind`
   */
  async reach(learnerId: string): Promise<void> {
    const { rows } = await sql<{ last: number | null; position: number }>`
      select (select global_position::float8 from event where stream_id = ${learnerStream(learnerId)}
          order by stream_version desc limit 1) as last,
        ${lowestCheckpoint(projectionNames)} as position`.execute(this.#db)
    const { last = null, position = 0 } = rows[0] ?? {}
    if (last !== null && last > position) await this.#reachPosition(last)
  }

  /** Resolves once the read models contain the events of all learners so far. */
  async reachEnd(): Promise<void> {
    const { rows } = await sql<{ last: number | null }>`
      select max(global_position)::float8 as last from event`.execute(this.#db)
    await this.#reachPosition(rows[0]?.last ?? 0)
  }

  async #reachPosition(target: number): Promise<void> {
    const deadline = performance.now() + timeout
    while (this.#position < target) {
      this.#position = Math.max(this.#position, (await this.#advance()).position)
      if (this.#position < target && performance.now() > deadline) throw readModelsBehind()
    }
  }

  /** Follows the log until stopped. */
  async run(stop: AbortSignal): Promise<number> {
    const forget = whenAborted(stop, () => this.#wake.ring())
    await this.#wake.wait(pollInterval)
    forget()
    if (stop.aborted) return 0
    if (!(await this.#isBehind())) return 0
    const { applied } = await this.#advance()
    return applied === batchSize ? pauseBetweenBatches : Math.min(pauseMax, pausePerEvent * applied)
  }

  /** A single query for all, since they are rarely behind. */
  async #isBehind(): Promise<boolean> {
    const { rows } = await sql<{ last: number | null; position: number }>`
      select (select max(global_position)::float8 from event) as last, ${lowestCheckpoint(projectionNames)} as position
      `.execute(this.#db)
    const { last = null, position = 0 } = rows[0] ?? {}
    // Events that another replica has folded: their learners may be erased at any time.
    this.#recent.forget(position)
    return last !== null && last > position
  }

  /** Folds one batch; concurrent calls share it. */
  #advance(): Promise<Followed> {
    this.#advancing ??= this.#advanceOnce().finally(() => {
      this.#advancing = null
    })
    return this.#advancing
  }

  async #advanceOnce(): Promise<Followed> {
    try {
      const followed = await catchUp(this.#log, this.#transaction, projections, {
        batchSize,
        recent: this.#recent,
      })
      this.#recent.forget(followed.position)
      if (followed.applied === batchSize) this.#wake.ring()
      return followed
    } catch (error) {
      if (isUnavailable(error)) throw error
      // One at a time, so that a failing read model doesn't block the others.
      await this.#advanceApart()
      await delay(firstPause)
      const { rows } = await sql<{ position: number }>`
        select ${lowestCheckpoint(projectionNames)} as position`.execute(this.#db)
      this.#wake.ring()
      return { applied: 0, position: rows[0]?.position ?? 0 }
    }
  }
}

const projectionNames = projections.map(({ name }) => name)

export const readModelsBehindCode = 'read_models_behind'

/** The read models lack required events; they catch up soon. */
export const readModelsBehind = () =>
  new DomainError({
    kind: 'unavailable',
    code: readModelsBehindCode,
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
  })

/**
 * Follows the log in the background, and makes every request of a learner or an admin wait for the events before it.
 */
export function followLog(
  { app, database: { db }, runPeriodically, deadLetters }: Backend<ProgressTables>,
  log: EventLog,
  { transaction }: Pick<Pipeline<ProgressTables>, 'transaction'>,
): ReadModels {
  const deadLetterOf = new Map(
    projections.map((projection) => [
      projection.name,
      deadLetters(`read model ${projection.name}`, async (payload, trx) => {
        const { id } = JSON.parse(payload) as { id: string }
        await project(trx, [projection], await log.reader<ProgressTables>(trx).readById([id]))
      }),
    ]),
  )
  const readModels = new ReadModels(db, log, transaction, deadLetterOf)
  runPeriodically('read models', 0, (stop) => readModels.run(stop))
  app.addHook('preHandler', async ({ principal, routeOptions }) => {
    if (principal === null || savesAnswers.has(routeOptions.url ?? '')) return
    await (principal.role === 'learner' ? readModels.reach(principal.id) : readModels.reachEnd())
  })
  return readModels
}

/** These routes read their data themselves, and it is nearly always cached. */
const savesAnswers: ReadonlySet<string> = new Set([saveAnswer.path, saveAnswers.path])

const batchSize = 500
/** After this many attempts an event is dead-lettered. */
const triesMax = 5
/** Milliseconds before the second attempt; doubles with each attempt. */
const firstPause = 250

interface Suspect {
  /** The position of the checkpoint before the event. */
  after: number
  tries: number
  /** A time of `performance.now()`. */
  notBefore: number
}

/**
 * Runs the projections and retries failed batches. When a batch fails, its events are applied one by one, and the
 * event that keeps failing is dead-lettered, so later events and other read models aren't held up.
 */
function runWithRetry(db: Db, log: EventLog, deadLetterOf: ReadonlyMap<string, DeadLetter<ProgressTables>>) {
  const suspects = new Map<string, Suspect>()
  return async (projection: Projection<ProgressTables>): Promise<void> => {
    const suspect = suspects.get(projection.name)
    if (suspect !== undefined && performance.now() < suspect.notBefore) return
    try {
      await catchUp(log, inTransaction(db), [projection], { batchSize: suspect ? 1 : batchSize })
      if (suspect) await foldSingly(projection)
      suspects.delete(projection.name)
    } catch (error) {
      if (isUnavailable(error)) throw error
      await findFailingEvent(projection, error)
    }
  }

  /** Applies the rest of a failed batch one by one. */
  async function foldSingly(projection: Projection<ProgressTables>): Promise<void> {
    for (let event = 1; event < batchSize; event += 1) {
      if ((await catchUp(log, inTransaction(db), [projection], { batchSize: 1 })).applied === 0) return
    }
  }

  /** After a batch fails, its events are retried one by one. */
  async function findFailingEvent({ name }: Projection<ProgressTables>, error: unknown): Promise<void> {
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
    await deadLetter(name, after, { error, tries })
    suspects.set(name, { after: -1, tries: 0, notBefore: 0 })
  }

  /** Does nothing if another replica has dead-lettered the event, or folded it after all. */
  async function deadLetter(
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
      // The payload only identifies the event, since the event may contain personal data; a replay reads it from the
      // log.
      const payload = JSON.stringify({ id: eventId })
      await deadLetterOf.get(name)?.(trx, { stream: 'event log', position, subject, payload, ...why })
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
  gaugeOnScrape(
    metrics,
    { name: 'event_log_position', help: 'Global position of the newest event', labelNames: [] },
    async () => [[{}, (await read()).log]],
  )
  gaugeOnScrape(
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
  /** The position of the newest event; 0 if there is none. */
  log: number
  /** Every reader with a checkpoint. */
  readers: { name: string; position: number }[]
}

/** The end of the log and the positions of all readers, in one query. */
async function readPositions(db: Db): Promise<Positions> {
  const { rows } = await sql<Positions>`
    select coalesce((select max(global_position) from event), 0) as log,
      coalesce((select json_agg(json_build_object('name', name, 'position', position)) from checkpoint), '[]') as readers`.execute(
    db,
  )
  return rows[0] ?? { log: 0, readers: [] }
}

/** The position that all of these readers have reached; 0 if one has no checkpoint yet. */
export const lowestCheckpoint = (names: readonly string[]) => sql<number>`(
  select case when count(*) < ${names.length} then 0 else min(position)::float8 end
  from checkpoint where name = any(${names}::text[]))`
