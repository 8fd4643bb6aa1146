import { eventStoreMigrations } from '@rehearse/event-store'
import { messagingMigrations } from '@rehearse/service-kit/database/migrate'
import { testDatabase } from '@rehearse/testing'
import { expect, test } from 'vitest'
import { type DatabaseName, databaseNames, withClient } from './installation.ts'
import { withPublishingPaused } from './pause-publishing.ts'

test('while publishing is paused nothing is published or appended; then everything continues', async () => {
  const opened = databaseNames.map(async (name) => {
    const migrations = [messagingMigrations, ...(name === 'progress' ? [eventStoreMigrations] : [])]
    return [name, await testDatabase(`hold_${name}`, migrations)] as const
  })
  const databases = Object.fromEntries(await Promise.all(opened))
  const owners = Object.fromEntries(
    databaseNames.map((name) => [name, databases[name]?.ownerUrl ?? '']),
  ) as Record<DatabaseName, string>

  const attempt = (name: DatabaseName, sql: string) =>
    withClient(databases[name]?.databaseUrl ?? '', async (client) => {
      await client.query("set lock_timeout = '50ms'")
      return client.query(sql).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    })
  const insert =
    "insert into outbox (event_id, subject, payload) values (gen_random_uuid(), 'a.subject', '{}')"
  const append = "begin; select pg_advisory_xact_lock(hashtext('event_log')); commit"
  const allServices = async () => [
    ...(await Promise.all(databaseNames.map((name) => attempt(name, insert)))),
    await attempt('progress', append),
  ]
  const lockTimeout = '55P03'
  expect(await withPublishingPaused(owners, allServices)).toEqual(Array(5).fill(lockTimeout))
  expect(await allServices()).toEqual(Array(5).fill('done'))
  const readers = () => attempt('media', 'select from outbox')
  expect(await withPublishingPaused(owners, readers)).toBe('done')
})
