import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

export interface Database<Tables> {
  db: Kysely<Tables>
  pool: pg.Pool
  /** Resolves while the server answers. */
  check(): Promise<void>
  /** The server's clock, in milliseconds since the epoch. */
  now(): Promise<number>
  close(): Promise<void>
}

// A bigint column is a count or a position here, far below 2^53; pg returns it as text by default.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day has no time zone; as text it can't shift to another day.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** How long (ms) a statement, or a pause within a transaction, may take in a service: no client waits longer. */
const silenceMax = 60_000

/**
 * A pool that connects on demand, so that a service can start before its database.
 * @param poolSize maximum number of connections
 * @param patience milliseconds to wait for a connection; set it for work whose statements may take any time. Without
 *   it, limits suit a service whose callers are waiting.
 */
export function openDatabase<Tables>(options: {
  url: string
  name: string
  poolSize: number
  log: Pick<FastifyBaseLogger, 'warn'>
  connectTimeout?: number
}): Database<Tables> {
  const isService = options.connectTimeout === undefined
  const pool = new pg.Pool({
    ...connectionOptions,
    connectionString: options.url,
    application_name: options.name,
    max: options.poolSize,
    ...(options.connectTimeout !== undefined && { connectionTimeoutMillis: options.connectTimeout }),
    idleTimeoutMillis: 30_000,
    ...(isService && { idle_in_transaction_session_timeout: silenceMax }),
  })
  // Without a listener, losing a connection would end the process: the pool forwards errors of idle connections only,
  // not of those in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    if (isService) closeOnSilence(client, silenceMax)
    client.on('error', (error) => options.log.warn({ err: error }, 'lost a database connection'))
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    check: async () => {
      await sql`select 1`.execute(db)
    },
    now: async () => {
      const { rows } = await sql<{ now: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
      return rows[0]?.now ?? Number.NaN
    },
    close: () => db.destroy(),
  }
}

/**
 * Waits for a connection as long as a caller may, and lets both ends of a Postgres connection detect within half a minute that the other end is gone without having
 * closed it (cable pulled, machine lost). With the operating system's defaults this takes a quarter of an hour for us
 * and two hours for Postgres, during which a dead session would hold its locks against all other replicas.
 */
export const connectionOptions = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: [
    // No query is pending: probe whether the other end is still there.
    'tcp_keepalives_idle=10',
    'tcp_keepalives_interval=5',
    'tcp_keepalives_count=3',
    // For sent data that is never acknowledged. Operating systems without this limit ignore it.
    'tcp_user_timeout=25000',
  ]
    .map((setting) => `-c ${setting}`)
    .join(' '),
} satisfies pg.ClientConfig

/** Closes a connection when Postgres owes it a response and has been silent for this many milliseconds. */
export function closeOnSilence(client: pg.PoolClient, milliseconds: number): void {
  const inside = client as unknown as { connection: { stream: Socket }; readyForQuery: boolean | null }
  const { stream } = inside.connection
  stream.setTimeout(milliseconds).on('timeout', () => {
    // No request is pending, so no response is due.
    if (inside.readyForQuery === true) return
    stream.destroy(new Error(`the database was silent for ${milliseconds / 1_000} s`))
  })
}
