import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { EXIT_OTHER_VERSION } from '@rehearse/contracts'
import { freePort } from '@rehearse/local-platform'
import { temporaryFolder, testDatabase, testNats } from '@rehearse/testing'
import pg from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { messagingMigrations, migrate, unfinishedRestore } from './database/migrate.ts'
import { openLine } from './testing/line.ts'
import { type Child, runChild } from './testing/run-child.ts'
import { type ServiceDatabase, serviceDatabase } from './testing/service-database.ts'

const soon = { interval: 20 }
let database: ServiceDatabase<unknown>
let natsUrl: string
let url: string
let env: Record<string, string>
let child: Child | undefined

beforeAll(async () => {
  database = await serviceDatabase('run_service')
  natsUrl = (await testNats()).url
})
afterAll(() => database?.close())
beforeEach(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  env = {
    PORT: String(port),
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    NATS_URL: natsUrl,
  }
})
afterEach(async () => {
  child?.process.kill('SIGKILL')
  await child?.exited
  child = undefined
})

function start(changes: Record<string, string> = {}): Child {
  child = runChild('slow-service.ts', { ...env, ...changes })
  return child
}
const state = async () =>
  (await (await fetch(`${url}/readyz`)).json()) as { checks: Record<string, { state: string }> }
/** Everything is up but the keys: there is no identity service here. */
const isUp = () =>
  vi.waitFor(async () => {
    const { checks } = await state()
    expect(checks).toMatchObject({
      postgres: { state: 'up' },
      nats: { state: 'up' },
      startup: { state: 'up' },
    })
  }, soon)
const isLive = () => vi.waitFor(async () => expect((await fetch(`${url}/livez`)).status).toBe(200), soon)
const isRefused = () =>
  vi.waitFor(
    () => expect(fetch(`${url}/livez`, { headers: { connection: 'close' } })).rejects.toThrow(),
    soon,
  )

/** Delays every request of the service until released. */
async function holdUp() {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query('begin; lock table outbox in access exclusive mode')
  return () => client.end()
}

describe('a service', () => {
  test('starts and stops without output on stderr: no warning, no deprecation', async () => {
    const { process, exited, stderr } = start()
    await isUp()
    process.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(stderr()).toBe('')
  })

  test('reports everything that is wrong with its configuration, and does not start', async () => {
    const { exited, stderr } = start({ DATABASE_URL: 'mysql://secret', LOG_LEVEL: 'loud' })
    expect(await exited).toBe(1)
    expect(stderr()).toMatch(/DATABASE_URL: must be a postgres:\/\/ address/)
    expect(stderr()).toMatch(/LOG_LEVEL: /)
    expect(stderr()).not.toContain('secret')
  })

  test('does not start if its port is in use', async () => {
    start()
    await isLive()
    const second = runChild('slow-service.ts', env)
    expect(await second.exited).toBe(1)
    expect(second.stderr()).toContain('EADDRINUSE')
  })
})

test('a service that may not migrate waits for one that may', async () => {
  const unmigrated = await testDatabase('run_service')
  const { process, exited } = start({ DATABASE_URL: unmigrated.databaseUrl, DATABASE_OWNER_URL: '' })
  await vi.waitFor(async () => {
    expect((await state()).checks.startup).toEqual({ state: 'down', detail: 'waiting for: migrations' })
  }, soon)
  expect((await fetch(`${url}/slow`)).status).toBe(503)
  await migrate(unmigrated.ownerUrl, [messagingMigrations])
  await isUp()
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  process.kill('SIGTERM')
  expect(await exited).toBe(0)
})

test('a service doesn’t start with the database of another version, and reports why', async () => {
  const other = await testDatabase('run_service')
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, '0001-other.sql'), 'create table other (id integer)')
  await migrate(other.ownerUrl, [folder.path])
  const { exited, stderr } = start({ DATABASE_URL: other.databaseUrl, DATABASE_OWNER_URL: other.ownerUrl })
  expect(await exited).toBe(EXIT_OTHER_VERSION)
  expect(stderr()).toContain('The database was made by another version of Rehearse')
})

test('a service waits until an interrupted restore is completed', async () => {
  const half = await testDatabase('run_service')
  const client = new pg.Client({ connectionString: half.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`create schema ${unfinishedRestore}`)
  start({ DATABASE_URL: half.databaseUrl, DATABASE_OWNER_URL: half.ownerUrl })
  await vi.waitFor(async () => {
    expect((await state()).checks.startup).toEqual({ state: 'down', detail: 'waiting for: restore' })
  }, soon)
  expect((await fetch(`${url}/slow`)).status).toBe(503)
  await client.query(`drop schema ${unfinishedRestore}`)
  await isUp()
})

describe('a service that is asked to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s finishes the request in flight, takes no new one, and goes',
    async (signal) => {
      const { process, exited, said } = start()
      await isUp()
      const letGo = await holdUp()
      const busy = said('busy')
      const slow = fetch(`${url}/slow`)
      await busy
      process.kill(signal)
      await isRefused()
      await letGo()
      const reply = await slow
      expect([reply.status, await reply.json()]).toEqual([200, { done: true }])
      expect(await exited).toBe(0)
    },
  )

  test('also stops when its launcher ends', async () => {
    const { process, exited, said } = start()
    await isUp()
    const letGo = await holdUp()
    const busy = said('busy')
    const slow = fetch(`${url}/slow`)
    await busy
    process.disconnect()
    await isRefused()
    await letGo()
    expect((await slow).status).toBe(200)
    expect(await exited).toBe(0)
  })

  test('ends at the deadline, whatever is in flight', async () => {
    const { process, exited, said } = start({ SHUTDOWN_TIMEOUT: '1' })
    await isUp()
    const letGo = await holdUp()
    const busy = said('busy')
    const slow = expect(fetch(`${url}/slow`)).rejects.toThrow()
    await busy
    process.kill('SIGTERM')
    expect(await exited).toBe(1)
    await slow
    await letGo()
  })

  test('ends at once when asked a second time', async () => {
    const { process, exited, said } = start()
    await isUp()
    const letGo = await holdUp()
    const busy = said('busy')
    const slow = expect(fetch(`${url}/slow`)).rejects.toThrow()
    await busy
    process.kill('SIGTERM')
    await isRefused()
    process.kill('SIGTERM')
    expect(await exited).toBe('SIGTERM')
    await slow
    await letGo()
  })

  test('ends soon if Postgres and NATS were never up', async () => {
    const nowhere = {
      DATABASE_URL: 'postgres://a@127.0.0.1:1/a',
      DATABASE_OWNER_URL: 'postgres://a@127.0.0.1:1/a',
    }
    const { process, exited, stderr } = start({
      ...nowhere,
      NATS_URL: 'nats://127.0.0.1:1',
      SHUTDOWN_TIMEOUT: '5',
    })
    await isLive()
    expect((await fetch(`${url}/slow`)).status).toBe(503)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    process.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(stderr()).toBe('')
  })

  test('ends soon if Postgres and NATS do not respond', async () => {
    // Ports that accept connections but never respond, as behind a broken network.
    const sockets = new Set<{ destroy(): void }>()
    const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const nowhere = {
      DATABASE_URL: `postgres://a@127.0.0.1:${port}/a`,
      DATABASE_OWNER_URL: `postgres://a@127.0.0.1:${port}/a`,
    }
    const { process, exited } = start({
      ...nowhere,
      NATS_URL: `nats://127.0.0.1:${port}`,
      SHUTDOWN_TIMEOUT: '6',
    })
    await isLive()
    process.kill('SIGTERM')
    expect(await exited).toBe(0)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('ends at any moment of its startup', async () => {
    for (const wait of [isLive, async () => {}]) {
      const { process, exited, stderr } = start()
      await wait()
      process.kill('SIGTERM')
      // Before it listens for signals, the signal itself ends it.
      expect([0, 'SIGTERM']).toContain(await exited)
      expect(stderr()).toBe('')
    }
  })
})

test('a service survives the loss of its database and of NATS', async () => {
  const [postgres, nats] = [await openLine(database.url), await openLine(natsUrl)]
  const { process, exited } = start({ DATABASE_URL: postgres.url, NATS_URL: nats.url })
  await isUp()
  await Promise.all([postgres.cut(), nats.cut()])
  await vi.waitFor(async () => {
    const { checks } = await state()
    expect(checks).toMatchObject({ postgres: { state: 'down' }, nats: { state: 'down' } })
  }, soon)
  expect((await fetch(`${url}/slow`)).status).toBe(503)
  await Promise.all([postgres.mend(), nats.mend()])
  await isUp()
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  await Promise.all([postgres.cut(), nats.cut()])
  process.kill('SIGTERM')
  expect(await exited).toBe(0)
})
