import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { preferencesChanged } from '@rehearse/contracts'
import { messagingMigrations, migrate } from '@rehearse/service-kit'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { testDatabase } from '@rehearse/testing/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'

const migrations = join(import.meta.dirname, '../migrations')

test('languages that were chosen before messages named them are published', async () => {
  await using folder = await temporaryFolder()
  const isOlder = (file: string) => !file.endsWith('.sql') || basename(file) < '0013'
  await cp(migrations, folder.path, { recursive: true, filter: isOlder })
  const { ownerUrl } = await testDatabase('before_languages', [messagingMigrations, folder.path])
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const arabic = randomUUID()
  try {
    for (const [uid, preferences] of [
      [arabic, { language: 'ar', timezone: 'Asia/Riyadh', targetAccuracy: 65 }],
      [randomUUID(), { language: 'en', timezone: 'UTC' }],
      [randomUUID(), {}],
    ] as const) {
      await client.query(
        `insert into learner (uid, email, display_name, provider)
         values ($1::uuid, $1::text || '@example.com', 'Ann', 'password')`,
        [uid],
      )
      await client.query('insert into learner_preferences (learner_uid, preferences) values ($1, $2)', [
        uid,
        preferences,
      ])
    }
    await migrate(ownerUrl, [messagingMigrations, migrations])
    const { rows } = await client.query('select subject, payload from outbox')
    expect(rows.map(({ subject }) => subject)).toEqual(['identity.preferences.changed.v1'])
    expect(preferencesChanged.parse(rows[0].payload).data).toEqual({
      learnerId: arabic,
      timezone: 'Asia/Riyadh',
      targetAccuracy: 65,
      language: 'ar',
    })
  } finally {
    await client.end()
  }
})
