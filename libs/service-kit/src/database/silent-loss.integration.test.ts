import { testDatabase } from '@rehearse/testing/test-database'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isUnavailable } from '../http/unavailable.ts'
import { openLine } from '../testing/line.ts'
import { silentLog } from '../testing/silent-log.ts'
import { closeOnSilence, openDatabase } from './database.ts'

const { databaseUrl } = await testDatabase('silent_loss')

test('an idle connection may be silent; one with an overdue response is dropped', async () => {
  const line = await openLine(databaseUrl)
  const pool = new pg.Pool({ connectionString: line.url, max: 1 })
  pool.on('connect', (client) => {
    closeOnSilence(client, 500)
    client.on('error', () => {})
  })
  const session = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid as number
  try {
    const first = await session()
    await pool.query('select pg_sleep(0.1)')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await session()).toBe(first)
    line.freeze()
    await expect(session()).rejects.toSatisfy(isUnavailable)
    expect(await session()).not.toBe(first)
  } finally {
    await pool.end()
    await line.cut()
  }
})

test('Postgres probes whether a service is still there, and ends its abandoned transaction', async () => {
  const { db, close } = openDatabase({ url: databaseUrl, name: 'test', poolSize: 1, log: silentLog })
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in
      ('tcp_keepalives_idle', 'tcp_user_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
    db,
  )
  await close()
  expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
    ['idle_in_transaction_session_timeout', '60000'],
    ['tcp_keepalives_idle', '10'],
    ['tcp_user_timeout', process.platform === 'linux' ? '25000' : '0'],
  ])
})
