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
import { noticingSilentLoss } from './database.ts'

/**
 * Connections that don't wait: statements that are begun together (`Promise.all`) go out together, are run in their
 * order, and cost one round trip. Each is prepared once per connection, so its text should be fixed: pass lists as
 * arrays. For the few paths where round trips and parsing are what counts.
 */
export interface Pipeline<Tables> {
  /** Runs reads on one connection. All of them see the same moment. */
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Runs statements in one transaction; when one of them fails, or `work` does, nothing is kept. */
  transaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Milliseconds after which a server that doesn't answer counts as one that is away, and its connection is given up:
 * a network may break without a word. What was under way then may have been committed all the same.
 */
const timeout = 5_000
/** What Postgres says of a prepared statement when a migration has changed its columns: a new connection forgets it. */
const planIsOutdated = '0A000'

export function openPipeline<Tables>(options: {
  url: string
  name: string
  connections: number
  log: Pick<FastifyBaseLogger, 'warn'>
}): Pipeline<Tables> {
  const pool = new pg.Pool({
    ...noticingSilentLoss,
    connectionString: options.url,
    application_name: options.name,
    max: options.connections,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    pipeline: true,
    query_timeout: timeout,
    // The other way round: who is cut off within a transaction must not hold its locks for longer.
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
        holdTogether(client)
        const begun = client.query('begin isolation level repeatable read, read only')
        const [result] = await Promise.all([work(kyselyOn<Tables>(client)), begun])
        // No request waits for it: the next user of the connection is served behind it.
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
        holdTogether(client)
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

/** Rolls back, behind whatever is under way still. A connection that can't do even that is not used again. */
async function giveUp(client: pg.PoolClient, error: unknown): Promise<void> {
  const isUsable = await client.query('rollback').then(
    () => true,
    () => false,
  )
  client.release(!isUsable || isOutdated(error))
}

/** Where a statement failed unheard, Postgres answers a commit by rolling back, and does not call it an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, and it was rolled back')
}

function isOutdated(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === planIsOutdated
}

const made = new WeakMap<pg.PoolClient, Kysely<unknown>>()

/** Kysely on one connection, for as long as the caller holds it; made once for each. */
function kyselyOn<Tables>(client: pg.PoolClient): Kysely<Tables> {
  const kysely = made.get(client) ?? makeKysely(client)
  made.set(client, kysely)
  return kysely as Kysely<Tables>
}

function makeKysely(client: pg.PoolClient): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      holdTogether(client)
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
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
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

/** What is begun in this turn of the event loop goes to the socket at once: to write costs more than what is written. */
function holdTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function refuse(): Promise<never> {
  throw new Error('transactions are begun by the pipeline')
}

const names = new Map<string, string>()

/** Statements are few and fixed, so this stays small. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}

/**
 * A list as Postgres writes it, for a parameter of any array type. The driver's own looks at every character of every
 * element, which is most of what a long list costs.
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
