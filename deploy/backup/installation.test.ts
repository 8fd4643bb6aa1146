import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { expect, test } from 'vitest'
import { readInstallation } from './installation.ts'

const names = ['identity', 'questions', 'progress', 'media']

test("compose's folder of secrets locates everything", async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.path, { recursive: true })
  for (const name of names) {
    await writeFile(join(folder.path, `${name}-database-owner-url`), `postgres://o@db/${name}\n`)
  }
  await writeFile(join(folder.path, 'ops-nats-url'), 'nats://a:b@nats:4222')
  await writeFile(join(folder.path, 'personal-data-secret'), 'a secret')
  const env = { SECRETS_DIR: folder.path, MEDIA_DIR: '/storage' }
  expect(readInstallation(env)).toEqual({
    databases: Object.fromEntries(names.map((name) => [name, `postgres://o@db/${name}`])),
    nats: { url: 'nats://a:b@nats:4222', replicas: 1 },
    media: { storage: 'folder', folder: '/storage' },
    personalData: { secret: 'a secret', previous: undefined },
  })
})

test('a server and the secret behind all passwords do too', () => {
  const { databases, media, personalData } = readInstallation({
    POSTGRES_URL: 'postgres://postgres:p@db/postgres',
    DATABASE_SECRET: 'a secret',
    MEDIA_STORAGE: 'nats',
  })
  expect(databases.media).toMatch(/^postgres:\/\/media_owner:[\da-f]{32}@db\/media$/)
  expect([media, personalData]).toEqual([{ storage: 'nats' }, null])
})

test('everything that is missing is listed at once', () => {
  expect(() => readInstallation({ PROGRESS_DATABASE_OWNER_URL: 'postgres://o@db/progress' })).toThrow(
    expect.objectContaining({
      problems: [
        expect.stringContaining('IDENTITY_DATABASE_OWNER_URL is not set'),
        expect.stringContaining('QUESTIONS_DATABASE_OWNER_URL is not set'),
        expect.stringContaining('MEDIA_DATABASE_OWNER_URL is not set'),
        'MEDIA_DIR is not set, nor MEDIA_STORAGE=nats',
      ],
    }),
  )
})
