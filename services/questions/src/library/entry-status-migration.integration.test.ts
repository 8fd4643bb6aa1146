import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messagingMigrations, migrate } from '@rehearse/service-kit'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { testDatabase } from '@rehearse/testing/test-database'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../tables.ts'

const migrations = join(import.meta.dirname, '../migrations')

test('stored entries are approved, and the history of each goes on with its next change', async () => {
  const temporary = await temporaryFolder()
  onTestFinished(temporary.remove)
  const isOlder = (file: string) => !file.endsWith('.sql') || basename(file) < '0019'
  await cp(migrations, temporary.path, { recursive: true, filter: isOlder })
  const { ownerUrl } = await testDatabase('before_entry_status', [messagingMigrations, temporary.path])
  const { db, close } = openDatabase<Tables>({ url: ownerUrl, name: 'old', poolSize: 1, log: Fastify().log })
  onTestFinished(close)
  const write = (statement: ReturnType<typeof sql>) =>
    db.transaction().execute(async (trx) => {
      await sql`select set_config('rehearse.actor', 'admin_1', true)`.execute(trx)
      await statement.execute(trx)
    })
  // Replicas of the version before write entries this way, also after the migration.
  const insert = (id: string) => sql`insert into library_entry (kind, id, document, sort_order, edited_at)
    values ('jobs', ${id}, '{"title": "One"}', 1, now())`
  await write(insert('before'))
  await migrate(ownerUrl, [messagingMigrations, migrations])
  await write(insert('after'))
  for (const id of ['before', 'after']) {
    const { rows } = await sql`select status, created_by from library_entry where id = ${id}`.execute(db)
    expect(rows).toEqual([{ status: 'approved', created_by: null }])
    await write(sql`update library_entry set status = 'draft' where id = ${id}`)
    const { rows: versions } = await sql<{ status: string }>`
      select entry ->> 'status' as status from entry_version where entry_id = ${id} order by position`.execute(
      db,
    )
    expect(versions.map(({ status }) => status)).toEqual(['approved', 'draft'])
  }
})
