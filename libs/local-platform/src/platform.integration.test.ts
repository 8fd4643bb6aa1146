import { access, chmod, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { EXIT_OTHER_VERSION } from '@rehearse/contracts'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LocalPlatformError } from './local-platform-error.ts'
import {
  type Platform,
  type PlatformEvent,
  type PlatformOptions,
  type PlatformStep,
  startPlatform,
} from './platform.ts'
import { serviceNames } from './platform-services.ts'
import { commandLineOf, isAlive, waitUntilGone } from './server-process.ts'
import { runLauncher } from './testing/run-launcher.ts'
import { until } from './testing/until.ts'
import { waitUntilReady } from './wait-until-ready.ts'

const entry = join(import.meta.dirname, 'testing/tiny-service.ts')
const entries = Object.fromEntries(serviceNames.map((name) => [name, entry]))
/** One for all tests: only the first start creates the database's files. */
let folder: TemporaryFolder
let dataDir: string
let steps: PlatformStep[]
let events: PlatformEvent[]
const running: Platform[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder.path, 'data')
})
afterAll(() => folder.remove())

beforeEach(() => {
  steps = []
  events = []
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((platform) => platform.stop()))
})

async function start(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const platform = await startPlatform({
    dataDir,
    entries,
    postgresSettings: { fsync: 'off' },
    onStep: (step) => steps.push(step),
    onEvent: (event) => events.push(event),
    ...options,
  })
  running.push(platform)
  return platform
}

const modeOf = async (path: string) => (await stat(join(dataDir, path))).mode & 0o777

const environmentOf = async (url: string): Promise<Record<string, string>> =>
  (await fetch(`${url}/env`)).json() as never

const databasePassword = async ({ innerUrls }: Platform): Promise<string> =>
  new URL((await environmentOf(innerUrls.media)).DATABASE_URL as string).password

describe('the platform on this machine', () => {
  test('starts servers, databases and services, reports each step, and leaves nothing behind', async () => {
    const platform = await start({ env: { identity: { ADMIN_EMAIL: 'admin@example.org' } } })
    const done = steps.filter(({ state }) => state === 'done').map(({ part }) => part)
    expect(new Set(done)).toEqual(new Set(['postgres', 'nats', 'databases', ...serviceNames]))
    expect(done.indexOf('databases')).toBe(2)

    const progress = await environmentOf(platform.innerUrls.progress)
    expect(progress).toMatchObject({
      HOST: '127.0.0.1',
      NATS_URL: platform.natsUrls.progress,
    })
    expect(progress.DATABASE_URL).toMatch(/^postgres:\/\/progress:\w+@127\.0\.0\.1:\d+\/progress$/)
    expect(progress.DATABASE_OWNER_URL).toMatch(
      /^postgres:\/\/progress_owner:\w+@127\.0\.0\.1:\d+\/progress$/,
    )
    expect(progress.ADMIN_EMAIL).toBeUndefined()
    expect(await environmentOf(platform.innerUrls.identity)).toMatchObject({
      ADMIN_EMAIL: 'admin@example.org',
    })
    const gateway = await environmentOf(platform.innerUrls.gateway)
    expect(gateway).toMatchObject({
      PROGRESS_URL: platform.innerUrls.progress,
      PORT: new URL(platform.gatewayUrl).port,
    })
    expect(gateway.DATABASE_URL).toBeUndefined()

    const pids = processesOf(platform)
    expect(pids).toHaveLength(7)
    await platform.stop()
    expect(pids.filter(isAlive)).toEqual([])
    await expect(access(join(dataDir, 'launcher.pid'))).rejects.toThrow(/ENOENT/)
    await platform.stop()
  })

  describe('started again', () => {
    let platform: Platform
    let passwordBefore: string

    beforeAll(async () => {
      const before = await start()
      passwordBefore = await databasePassword(before)
      await before.stop()
      // A data folder with an older version's permissions.
      await chmod(join(dataDir, 'nats'), 0o755)
      await rm(join(dataDir, 'nats-credentials'))
      platform = await start()
      running.length = 0
    })
    afterAll(() => platform?.stop())

    test('keeps data and roles', async () => {
      expect(await databasePassword(platform)).toBe(passwordBefore)
    })

    test('is closed to other users of this machine', async () => {
      const secret = ['database-secret', 'nats-credentials', 'nats/nats-server.conf', 'postgres/password']
      const { host, port } = new URL(platform.natsUrl)
      await expect(connect({ servers: host, maxReconnectAttempts: 0 })).rejects.toThrow(/[Aa]uthorization/)
      const asService = await connect({
        ...natsServers(platform.natsUrls.media),
        inboxPrefix: '_INBOX.media',
      })
      const manager = await jetstreamManager(asService)
      await expect(manager.streams.add({ name: 'KV_identity_keys' })).rejects.toThrow(/Permissions Violation/)
      await asService.close()
      const superuser = new URL(platform.postgresUrl)
      for (const password of ['', 'postgres']) {
        const client = new pg.Client({ connectionString: Object.assign(superuser, { password }).href })
        await expect(client.connect()).rejects.toThrow(/password/)
      }

      for (const file of secret) expect([file, await modeOf(file)]).toEqual([file, 0o600])
      for (const dir of ['.', 'nats', 'identity', 'questions', 'progress', 'media', 'gateway'])
        expect([dir, (await modeOf(dir)) & 0o066]).toEqual([dir, 0])
      const passwords = Object.values(platform.natsUrls).map((url) => new URL(url).password)
      const lines = await Promise.all(processesOf(platform).map(commandLineOf))
      expect(lines.join()).toContain(`--port ${port}`)
      for (const password of [...passwords, new URL(platform.postgresUrl).password])
        expect(lines.join()).not.toContain(password)
    })

    test("keeps a service's role out of every other database", async () => {
      const { DATABASE_URL } = await environmentOf(platform.innerUrls.progress)
      for (const other of ['identity', 'questions', 'media', 'postgres', 'template1']) {
        const address = new URL(DATABASE_URL as string)
        address.pathname = `/${other}`
        const client = new pg.Client({ connectionString: address.href })
        await expect(client.connect(), other).rejects.toThrow(/permission denied for database/)
      }
    })

    test('rejects a second launcher on its folder, and keeps running', async () => {
      await expect(start()).rejects.toThrow(
        `The platform already runs on ${dataDir} (process ${process.pid})`,
      )
      await waitUntilReady(platform.innerUrls.media, { deadlineMs: 60_000 })
    })
  })

  test('reports a taken port before anything starts', async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const { port } = other.address() as { port: number }
    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use by another program`)
    expect(steps).toEqual([])
    other.close()
  })
})

describe('when a process dies', () => {
  test('a killed service or server is restarted, and that is reported', async () => {
    const platform = await start()
    process.kill(platform.services.media.pid as number, 'SIGKILL')
    const postgres = platform.servers.postgres?.pid as number
    process.kill(postgres, 'SIGKILL')
    process.kill(platform.servers.nats?.pid as number, 'SIGKILL')
    for (const type of ['died', 'server-restarted'])
      await until(() => events.some((event) => event.type === type))
    await until(() => events.filter(({ type }) => type === 'server-restarted').length === 2)
    await waitUntilReady(platform.innerUrls.media, { deadlineMs: 60_000 })
    const client = new pg.Client({ connectionString: platform.postgresUrl })
    await client.connect()
    await client.end()
    expect(platform.servers.postgres?.pid).not.toBe(postgres)
  })

  test('a killed launcher takes everything down with it, and the next one starts', async () => {
    const launcher = runLauncher(`
      import { startPlatform } from '${import.meta.dirname}/platform.ts'
      const { services, servers } = await startPlatform(${JSON.stringify({ dataDir, entries })})
      process.send([...Object.values(services), ...Object.values(servers)].map(({ pid }) => pid))
      process.on('disconnect', () => {})
    `)
    const pids = (await launcher.message()) as number[]
    expect(pids).toHaveLength(7)
    await launcher.kill()
    for (const pid of pids)
      expect(await waitUntilGone(pid, 60_000), String(await commandLineOf(pid))).toBe(true)
    await start()
  })

  test("a service that can't start fails the start with its last output, and nothing is left running", async () => {
    const attempt = start({ env: { progress: { CRASH: 'DATABASE_URL is not set' } } })
    await expect(attempt).rejects.toThrow(LocalPlatformError)
    await expect(attempt).rejects.toThrow(/progress can't start[\s\S]*DATABASE_URL is not set/)
    const pids = events.flatMap((event) => (event.type === 'started' ? [event.pid] : []))
    expect(pids.filter(isAlive)).toEqual([])
    expect(await readdir(join(dataDir, 'postgres/cluster'))).not.toContain('postmaster.pid')
    await expect(access(join(dataDir, 'launcher.pid'))).rejects.toThrow(/ENOENT/)
  })

  test('a database of another version fails the start at once, with that reason alone', async () => {
    const reason = 'The database was made by another version'
    const crash = { CRASH: reason, CRASH_CODE: String(EXIT_OTHER_VERSION) }
    await expect(start({ env: { questions: crash, progress: crash } })).rejects.toThrow(
      new LocalPlatformError(reason),
    )
    expect(events.filter(({ type }) => type === 'died')).toEqual([])
  })

  test('an aborted start leaves nothing running', async () => {
    const giveUp = new AbortController()
    const attempt = start({
      signal: giveUp.signal,
      onStep: (step) => {
        if (step.part === 'gateway') giveUp.abort(new Error('Ctrl-C'))
      },
    })
    await expect(attempt).rejects.toThrow('Ctrl-C')
    const pids = events.flatMap((event) => (event.type === 'started' ? [event.pid] : []))
    expect(pids.length).toBeGreaterThan(0)
    expect(pids.filter(isAlive)).toEqual([])
  })
})

function processesOf({ services, servers }: Platform): number[] {
  return [...Object.values(services), ...Object.values(servers)].map(({ pid }) => pid as number)
}
