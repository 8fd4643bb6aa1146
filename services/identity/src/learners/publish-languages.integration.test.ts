import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { preferencesChanged } from '@rehearse/contracts'
import { messagingMigrations, migrate } from '@rehearse/service-kit'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { testDatabase } from '@rehearse/testing/test-database'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../tables.ts'

const migrations = join(import.meta.dirname, '../migrations')

test('languages that were chosen before messages named them are published', async () => {
  await using folder = await temporaryFolder()
  const isOlder = (file: string) => !file.endsWith('.sql') || basename(file) < '0013'
  await cp(migrations, folder.path, { recursive: true, filter: isOlder })
  const { ownerUrl } = await testDatabase('before_languages', [messagingMigrations, folder.path])
  const { log } = Fastify()
  const { db, close } = openDatabase<Tables>({ url: ownerUrl, name: 'old', poolSize: 1, log })
  const arabic = randomUUID()
  try {
    for (const [uid, preferences] of [
      [arabic, { language: 'ar', timezone: 'Asia/Riyadh', targetAccuracy: 65 }],
      [randomUUID(), { language: 'en', timezone: 'UTC' }],
      [randomUUID(), {}],
    ] as const) {
      await sql`insert into learner (uid, email, display_name, provider)
        values (${uid}, ${`${uid}@example.com`}, 'Ann', 'password')`.execute(db)
      await sql`insert into learner_preferences (learner_uid, preferences)
        values (${uid}, ${JSON.stringify(preferences)})`.execute(db)
    }
    await migrate(ownerUrl, [messagingMigrations, migrations])
    const { rows } = await sql<{
      subject: string
      payload: unknown
    }>`select subject, payload from outbox`.execute(db)
    expect(rows.map(({ subject }) => subject)).toEqual(['identity.preferences.changed.v1'])
    expect(preferencesChanged.parse(rows[0]?.payload).data).toEqual({
      learnerId: arabic,
      timezone: 'Asia/Riyadh',
      targetAccuracy: 65,
      language: 'ar',
    })
  } finally {
    await close()
  }
})
