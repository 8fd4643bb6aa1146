import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, readConfig } from '@rehearse/service-kit'
import { testNats } from '@rehearse/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from './app.ts'
import { config } from './config.ts'
import { mediaDatabase } from './testing/media-service.ts'

let folder: string
let env: Record<string, string>
let app: App | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehearse-media-'))
  const [database, nats] = await Promise.all([mediaDatabase(), testNats()])
  env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    NATS_URL: nats.url,
  }
})
afterEach(() => app?.close())
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(storage: string): Promise<App> {
  app = await buildApp(readConfig(config, { ...env, MEDIA_DIR: storage }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
const readiness = async (service: App) => {
  const reply = await service.inject('/readyz')
  // Identity publishes the keys, and this test runs without identity.
  const { keys: _keys, ...checks } = reply.json().checks
  return checks
}
const up = { state: 'up' }

test('creates its storage folder, and leaves no file in it after a check', async () => {
  const storage = join(folder, 'new', 'storage')
  const service = await start(storage)
  await vi.waitUntil(async () => (await readiness(service)).startup.state === 'up')
  expect(await readiness(service)).toEqual({
    postgres: up,
    nats: up,
    storage: up,
    'dead-letters': up,
    startup: up,
    clock: up,
  })
  expect((await readdir(storage)).sort()).toEqual(['.images', '.staging'])
  expect((await service.inject('/metrics')).body).toMatch(
    /^disk_bytes\{state="all",service="media"\} [1-9]\d*\ndisk_bytes\{state="free",service="media"\} [1-9]/m,
  )
})

test('reports not ready, with the reason, while its storage can’t be written to, and ready afterwards', async () => {
  const storage = join(folder, 'in-the-way')
  await writeFile(storage, 'not a folder')
  const service = await start(storage)
  await vi.waitUntil(async () => (await readiness(service)).startup.detail === 'waiting for: storage', {
    timeout: 60_000,
  })
  const { storage: check } = await readiness(service)
  expect(check).toEqual({
    state: 'down',
    detail: expect.stringMatching(/^the storage folder MEDIA_DIR can't be written to \(E\w+\)$/),
  })
  expect((await service.inject('/readyz')).statusCode).toBe(503)

  await rm(storage)
  await vi.waitUntil(async () => (await readiness(service)).storage.state === 'up')
})

test('builds without any server, as for the OpenAPI document', async () => {
  const service = await buildApp(
    readConfig(config, {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      NATS_URL: 'nats://127.0.0.1:1',
      MEDIA_DIR: join(folder, 'unused'),
      LOG_LEVEL: 'silent',
    }),
  )
  await service.ready()
  expect(service.swagger()).toMatchObject({ openapi: '3.1.0', info: { title: 'Rehearse: media' } })
  await service.close()
})
