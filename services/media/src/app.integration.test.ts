import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, readConfig } from '@rehearse/service-kit'
import { testDatabase, testNats } from '@rehearse/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from './app.ts'
import { config } from './config.ts'

let folder: string
let env: Record<string, string>
let app: App | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehearse-media-'))
  const [database, nats] = await Promise.all([testDatabase('media'), testNats()])
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
  // Identity announces the keys, and there is none here.
  const { keys: _keys, ...checks } = reply.json().checks
  return checks
}
const up = { state: 'up' }

test('it makes its storage folder, and leaves nothing in it by looking after it', async () => {
  const storage = join(folder, 'new', 'storage')
  const service = await start(storage)
  await vi.waitUntil(async () => (await readiness(service)).startup.state === 'up')
  expect(await readiness(service)).toEqual({
    postgres: up,
    nats: up,
    storage: up,
    parked: up,
    startup: up,
    clock: up,
  })
  expect(await readdir(storage)).toEqual(['.staging'])
  expect((await service.inject('/metrics')).body).toMatch(
    /^disk_bytes\{state="all",service="media"\} [1-9]\d*\ndisk_bytes\{state="free",service="media"\} [1-9]/m,
  )
})

test('while its storage can’t be written to it is not ready and says why; then it is', async () => {
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

test('it can be built without any server, as the OpenAPI document is', async () => {
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
