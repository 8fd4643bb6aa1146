import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type DatabaseName, databaseNames, openClient } from './installation.ts'

/**
 * How often to request the locks, how long (ms) to wait for them, and how long to pause in between. Longer than
 * Postgres takes to cancel an autovacuum.
 */
const lockRetries = { tries: 30, lockMs: 1_500, pauseMs: 1_000 }

/**
 * Runs work while no service can commit a message to publish, nor delete a published one. Readers notice nothing,
 * writers wait as long as the work takes, so keep it to milliseconds. If a long transaction holds one of the tables,
 * all locks are released and requested again later, so that others don't wait for it.
 * @throws after a minute of retries
 */
export async function withPublishingPaused<Result>(
  databases: Readonly<Record<DatabaseName, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  await using held = new AsyncDisposableStack()
  const clients: { name: DatabaseName; client: pg.Client }[] = []
  for (const name of databaseNames)
    clients.push({ name, client: held.use(await openClient(databases[name])) })
  for (let attempt = 1; ; attempt += 1) {
    try {
      await Promise.all(clients.map(({ name, client }) => lockTables(client, name)))
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === lockRetries.tries) {
        throw new Error('A transaction has locked the services’ outboxes for a minute: try again later', {
          cause: error,
        })
      }
    } finally {
      await Promise.all(clients.map(({ client }) => client.query('rollback')))
    }
    await pause(lockRetries.pauseMs)
  }
}

async function lockTables(client: pg.Client, name: DatabaseName): Promise<void> {
  await client.query('begin')
  // If this process dies, the locks are released soon.
  await client.query("set local idle_in_transaction_session_timeout = '30s'")
  await client.query(`set local lock_timeout = ${lockRetries.lockMs}`)
  await client.query('lock table outbox in share mode')
  // The lock of every append: the log is the outbox of its events.
  if (name === 'progress') await client.query("select pg_advisory_xact_lock(hashtext('event_log'))")
}

/** Lock timeout or deadlock. */
const isLockTimeout = (error: unknown) =>
  ['55P03', '40P01'].includes(String((error as { code?: unknown } | null)?.code))
