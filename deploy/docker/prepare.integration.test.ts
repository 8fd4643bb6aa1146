import { spawnSync } from 'node:child_process'
import { databaseAddresses } from '@rehearse/local-platform/provision'
import { messagingMigrations, openDatabase } from '@rehearse/service-kit'
import { requireMigrations } from '@rehearse/service-kit/database/migrate'
import { silentLog } from '@rehearse/service-kit/testing/silent-log'
import { type AcquiredServer, embeddedPostgres } from '@rehearse/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations as media } from '../../services/media/src/tables.ts'
import { migrations as progress } from '../../services/progress/src/tables.ts'

const secret = 'the one secret of all databases'
/** The databases have the same names as in a cluster, so they need their own server. */
let server: AcquiredServer
beforeAll(async () => {
  server = await embeddedPostgres()
})
afterAll(() => server?.release())

const prepare = (env: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [`${import.meta.dirname}/prepare.ts`], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })

describe('preparing a cluster', () => {
  test("creates databases, roles and schemas for services without an owner's rights, and can be repeated", {
    timeout: 120_000,
  }, async () => {
    const settings = { POSTGRES_URL: server.url, DATABASE_SECRET: secret }
    const first = prepare(settings)
    expect(first.stderr).toBe('')
    expect(first.stdout).toMatch(/^identity: ran .*\nquestions: ran .*\nprogress: ran .*\nmedia: ran .*\n$/)
    expect(prepare(settings).stdout).toBe(
      'identity: up to date\nquestions: up to date\nprogress: up to date\nmedia: up to date\n',
    )
    for (const [name, folders] of Object.entries({ media, progress })) {
      const { databaseUrl } = databaseAddresses(server.url, { name, secret })
      const database = openDatabase({ url: databaseUrl, name, poolSize: 1, log: silentLog })
      try {
        await requireMigrations(database.db, [messagingMigrations, ...folders])
        await expect(database.pool.query('create table mine ()')).rejects.toThrow('permission denied')
      } finally {
        await database.close()
      }
    }
  })

  test('names missing settings', () => {
    const { status, stderr } = prepare({ POSTGRES_URL: server.url })
    expect(status).toBe(1)
    expect(stderr).toContain('DATABASE_SECRET or DATABASE_SECRET_FILE must be set')
  })
})
