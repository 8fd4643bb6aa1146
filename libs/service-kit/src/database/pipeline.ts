import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { connectionOptions } from './database.ts'

/**
 * Pipelined connections: statements started together (`Promise.all`) are sent together, run in order, and cost one
 * round trip. Each is prepared once per connection, so its text should be fixed: pass lists as arrays. Use it for the
 * few paths where round trips and parsing dominate.
 */
export interface Pipeline<Tables> {
  /** Runs reads on one connection, in one snapshot. */
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Runs statements in one transaction, which is rolled back if a statement or `work` fails. */
  transaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * How long (ms) a server may take to respond before it counts as down and its connection is dropped: a network can
 * fail silently. A transaction in progress may still have been committed.
 */
const timeout = 5_000
/**
 * The Postgres error for a prepared statement whose columns a migration has changed; a new connection prepares it
 * again.
 */
const planIsOutdated = '0A000'

export function openPipeline<Tables>(options: {
  url: string
  name: string
  connections: number
  log: Pick<FastifyBaseLogger, 'warn'>
}): Pipeline<Tables> {
  const pool = new pg.Pool({
    ...connectionOptions,
    connectionString: options.url,
    application_name: options.name,
    max: options.connections,
    idleTimeoutMillis: 30_000,
    pipeline: true,
    query_timeout: timeout,
    // For the server's side: a client that is cut off within a transaction must not hold its locks any longer.
    idle_in_transaction_session_timeout: timeout,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ err: error }, 'lost a database connection'))
  })
  return {
    read: async (work) => {
      const client = await pool.connect()
      try {
        batchWrites(client)
        const begun = client.query('begin isolation level repeatable read, read only')
        const [result] = await Promise.all([work(kyselyOn<Tables>(client)), begun])
        // Not awaited: the next statements on this connection queue behind it.
        client.query('commit').catch(() => {})
        client.release()
        return result
      } catch (error) {
        await giveUp(client, error)
        throw error
      }
    },
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        batchWrites(client)
        const begun = client.query('begin')
        const [result] = await Promise.all([work(kyselyOn<Tables>(client) as Transaction<Tables>), begun])
        await commit(client)
        client.release()
        return result
      } catch (error) {
        await giveUp(client, error)
        throw error
      }
    },
    close: () => pool.end(),
  }
}

/** Rolls back after the statements already sent. A connection on which even that fails is discarded. */
async function giveUp(client: pg.PoolClient, error: unknown): Promise<void> {
  const isUsable = await client.query('rollback').then(
    () => true,
    () => false,
  )
  client.release(!isUsable || isOutdated(error))
}

/** If a statement failed unhandled, Postgres responds to `commit` with a rollback and doesn't report an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, and it was rolled back')
}

function isOutdated(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === planIsOutdated
}

const made = new WeakMap<pg.PoolClient, Kysely<unknown>>()

/** Kysely bound to one connection, created once per connection and valid while the caller holds it. */
function kyselyOn<Tables>(client: pg.PoolClient): Kysely<Tables> {
  const kysely = made.get(client) ?? makeKysely(client)
  made.set(client, kysely)
  return kysely as Kysely<Tables>
}

function makeKysely(client: pg.PoolClient): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      batchWrites(client)
      const values = parameters.map((value) => (Array.isArray(value) ? arrayLiteral(value) : value))
      const { rows } = await client.query({ name: nameOf(sql), text: sql, values })
      return { rows: rows as Row[] }
    },
    streamQuery: () => {
      throw new Error('a pipeline does not stream')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: rejectTransactions,
    commitTransaction: rejectTransactions,
    rollbackTransaction: rejectTransactions,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/**
 * Sends everything started in this turn of the event loop with one write: the system call costs more than the data.
 */
function batchWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function rejectTransactions(): Promise<never> {
  throw new Error('transactions are begun by the pipeline')
}

const names = new Map<string, string>()

/** Statements are few and fixed, so this map stays small. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}

/**
 * A list as a Postgres literal, for a parameter of any array type. The driver's own version inspects every character
 * of every element, which is most of the cost of a long list.
 */
export function arrayLiteral(list: readonly unknown[]): string {
  let literal = '{'
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) literal += ','
    literal += element(list[index])
  }
  return `${literal}}`
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    default:
      if (Array.isArray(value)) return arrayLiteral(value)
      if (value instanceof Uint8Array)
        return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}"`
      if (value instanceof Date) return quoted(value.toISOString())
      return quoted(JSON.stringify(value))
  }
}

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
