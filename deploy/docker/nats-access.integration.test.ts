import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNatsServer, freePorts } from '@rehearse/local-platform'
import { openNats } from '@rehearse/service-kit'
import { silentLog } from '@rehearse/service-kit/testing/silent-log'
import { temporaryFolder } from '@rehearse/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeNatsAccess } from './nats-access.ts'
import type { SecretsFolder } from './secrets-folder.ts'

const soon = { timeout: 20_000, interval: 50 }

test('the server of one machine knows its user, and refuses messages before its disk is full', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const secrets = secretsInMemory()
  await writeNatsAccess(secrets)
  const [port = 0, monitor = 0] = await freePorts(2)
  const file = join(folder.path, 'nats.conf')
  const written = (await secrets.read('nats.conf')) ?? ''
  await writeFile(file, written.replace('"/data"', JSON.stringify(join(folder.path, 'data'))))
  const given = ['--config', file, '--addr', '127.0.0.1', '--port', `${port}`, '--http_port', `${monitor}`]
  const server = spawn(await findNatsServer(), given, { env: { NATS_STORE: '1MB' }, stdio: 'ignore' })
  onTestFinished(async () => {
    if (server.kill()) await once(server, 'exit')
  })
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${monitor}/healthz`)).status).toBe(200),
    soon,
  )

  const url = ((await secrets.read('nats-url')) ?? '').replace('nats:4222', `127.0.0.1:${port}`)
  const nats = openNats({ url, name: 'test', replicas: 1, log: silentLog })
  nats.start()
  onTestFinished(() => nats.close())
  const [manager, js] = [await nats.manager(), await nats.jetstream()]
  await manager.streams.add({ name: 'much', subjects: ['much'] })
  const publish = () => js.publish('much', new Uint8Array(64 * 1024))
  const refused = async () => {
    for (let n = 0; n < 100; n += 1) await publish()
  }
  await expect(refused()).rejects.toThrow(/insufficient (?:storage )?resources/)
  await manager.streams.purge('much')
  await publish()
})

test('compose says how much it may keep', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
  expect(compose).toMatch(/NATS_STORE: \$\{NATS_STORE:-\d+GB\}/)
})

function secretsInMemory(): SecretsFolder {
  const kept = new Map<string, string>()
  const read = async (name: string) => kept.get(name) ?? null
  const keep = async (name: string, _reader: unknown, secret: string) => void kept.set(name, secret)
  return {
    read,
    keep,
    keepOrMake: async (name, reader, make = () => 'secret') => {
      const secret = (await read(name)) ?? make()
      await keep(name, reader, secret)
      return secret
    },
  }
}
