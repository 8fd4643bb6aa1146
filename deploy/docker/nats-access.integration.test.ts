import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { findNatsServer, freePorts } from '@rehearse/local-platform'
import { openNats } from '@rehearse/service-kit'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { silentLog } from '@rehearse/service-kit/testing/silent-log'
import { temporaryFolder } from '@rehearse/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rotateNatsUsers, writeNatsAccess } from './nats-access.ts'
import type { SecretsFolder } from './secrets-folder.ts'

const soon = { interval: 50 }

test('a single server knows its users, and rejects messages before its disk is full', async () => {
  const secrets = secretsInMemory()
  await writeNatsAccess(secrets)
  const { urlOf } = await startServer(secrets)
  const nats = openNats({
    url: await urlOf('media'),
    name: 'media',
    replicas: 1,
    log: silentLog,
    owns: 'media',
  })
  nats.start()
  onTestFinished(() => nats.close())
  const js = await nats.jetstream()
  const publish = () => js.publish('media.much', new Uint8Array(64 * 1024))
  const refused = async () => {
    for (let n = 0; n < 100; n += 1) await publish()
  }
  await expect(refused()).rejects.toThrow(/insufficient (?:storage )?resources/)
  const ops = openNats({ url: await urlOf('ops'), name: 'ops', replicas: 1, log: silentLog })
  ops.start()
  onTestFinished(() => ops.close())
  await (await ops.manager()).streams.purge('MEDIA')
  await publish()
})

test("rotated users are valid for one more rotation, and the server's files contain no password", async () => {
  const secrets = secretsInMemory()
  await writeNatsAccess(secrets)
  const { urlOf, reload, opens } = await startServer(secrets)
  const first = await urlOf('progress')
  await rotateNatsUsers(secrets)
  await reload()
  const second = await urlOf('progress')
  expect(second).not.toBe(first)
  expect([await opens(first), await opens(second)]).toEqual([true, true])
  await rotateNatsUsers(secrets)
  await reload()
  await vi.waitFor(async () => expect(await opens(first)).toBe(false), soon)
  expect(await opens(second)).toBe(true)
  // As on each `up`.
  await writeNatsAccess(secrets)
  await reload()
  expect(await opens(await urlOf('progress'))).toBe(true)
  const password = new URL(await urlOf('ops')).password
  expect(await secrets.read('nats-server.conf')).not.toContain(password)
  expect(await secrets.read('nats-server-users')).not.toContain(password)
})

test('the single user of an older version is valid until the first rotation', async () => {
  const secrets = secretsInMemory()
  const older = { user: 'rehearse-1234', password: 'one for all' }
  await secrets.keep('nats-users', 'root', JSON.stringify([older]))
  await writeNatsAccess(secrets)
  const { urlOf, reload, opens } = await startServer(secrets)
  const asBefore = (await urlOf('ops')).replace(
    /\/\/.*@/,
    `//${older.user}:${encodeURIComponent(older.password)}@`,
  )
  expect([await opens(asBefore), await opens(await urlOf('identity'))]).toEqual([true, true])
  await rotateNatsUsers(secrets)
  await reload()
  await vi.waitFor(async () => expect(await opens(asBefore)).toBe(false), soon)
  expect(await opens(await urlOf('identity'))).toBe(true)
})

test('compose limits its storage', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
  expect(compose).toMatch(/NATS_STORE: \$\{NATS_STORE:-\d+GB\}/)
})

async function startServer(secrets: SecretsFolder) {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const [port = 0, monitor = 0] = await freePorts(2)
  const file = join(folder.path, 'nats-server.conf')
  const write = async () => {
    const written = (await secrets.read('nats-server.conf')) ?? ''
    await writeFile(file, written.replace('"/data"', JSON.stringify(join(folder.path, 'data'))))
  }
  await write()
  const given = ['--config', file, '--addr', '127.0.0.1', '--port', `${port}`, '--http_port', `${monitor}`]
  const server = spawn(await findNatsServer(), given, {
    env: { PATH: process.env.PATH, NATS_STORE: '1MB' },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    if (server.kill()) await once(server, 'exit')
  })
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${monitor}/healthz`)).status).toBe(200),
    soon,
  )
  return {
    urlOf: async (role: string) =>
      ((await secrets.read(`${role}-nats-url`)) ?? '').replace('nats:4222', `127.0.0.1:${port}`),
    reload: async () => {
      await write()
      const before = await loadedAt(monitor)
      server.kill('SIGHUP')
      await vi.waitFor(async () => expect(await loadedAt(monitor)).not.toBe(before), soon)
    },
    opens: (url: string) =>
      connect({ ...natsServers(url), maxReconnectAttempts: 0 }).then(
        (connection) => connection.close().then(() => true),
        () => false,
      ),
  }
}

/** When the server last read its configuration. */
const loadedAt = async (monitor: number): Promise<string> =>
  ((await (await fetch(`http://127.0.0.1:${monitor}/varz`)).json()) as { config_load_time: string })
    .config_load_time

function secretsInMemory(): SecretsFolder {
  const kept = new Map<string, string>()
  const read = async (name: string) => kept.get(name) ?? null
  const keep = async (name: string, _reader: unknown, secret: string) => void kept.set(name, secret)
  return {
    read,
    keep,
    drop: async (name) => void kept.delete(name),
    readOrCreate: async (name, reader, make = () => 'secret') => {
      const secret = (await read(name)) ?? make()
      await keep(name, reader, secret)
      return secret
    },
  }
}
