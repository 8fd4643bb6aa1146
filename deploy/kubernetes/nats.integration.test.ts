import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { findNatsServer, freePorts } from '@rehearse/local-platform'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { temporaryFolder } from '@rehearse/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { natsRoutesSecret, natsSecretsFor, type SecretManifest } from './make-secrets.ts'
import { render } from './render.ts'

const often = { interval: 100 }

/** A server with an overlay's configuration, on local ports. */
async function startServer(
  overlay: string,
  secrets: readonly SecretManifest[],
  { name, ports, peers }: { name: string; ports: [number, number, number]; peers: readonly number[] },
): Promise<{ logged(): string }> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const manifests = render(join(import.meta.dirname, 'overlays', overlay))
  const written: string = manifests.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'nats',
  )?.data['nats.conf']
  const here = (text: string) =>
    text
      .replace(/\bport: 4222/, `listen: "127.0.0.1:${ports[0]}"`)
      .replace(/http_port: 8222/, `http: "127.0.0.1:${ports[1]}"`)
      .replace(/\bport: 6222/, `listen: "127.0.0.1:${ports[2]}"`)
      .replace('/data', join(folder.path, 'data'))
      .replace('/tmp/nats.pid', join(folder.path, 'nats.pid'))
      .replaceAll(/nats-(\d)\.nats-peers:6222/g, (_all, n) => `127.0.0.1:${peers[Number(n)]}`)
  await mkdir(join(folder.path, 'data'))
  await writeFile(join(folder.path, 'nats.conf'), here(written))
  for (const { stringData } of secrets)
    for (const [file, content] of Object.entries(stringData))
      await writeFile(join(folder.path, file), here(content))
  const server = spawn(await findNatsServer(), ['--config', join(folder.path, 'nats.conf')], {
    env: { PATH: process.env.PATH, POD_NAME: name },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    if (server.kill()) await once(server, 'exit')
  })
  let logged = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    logged += text
  })
  return { logged: () => logged }
}

const routesOf = async (monitor: number) => {
  const { routes } = (await (await fetch(`http://127.0.0.1:${monitor}/routez`)).json()) as {
    routes: { remote_id: string }[]
  }
  return new Set(routes.map(({ remote_id }) => remote_id)).size
}

function opens(secrets: readonly SecretManifest[], user: string, port: number): Promise<NatsConnection> {
  const url = secrets.find(({ metadata }) => metadata.name === `${user}-nats`)?.stringData['nats-url'] ?? ''
  return connect({
    ...natsServers(url.replace('nats:4222', `127.0.0.1:${port}`)),
    maxReconnectAttempts: 0,
    inboxPrefix: `_INBOX.${user}`,
  })
}

test('a server accepts current and previous users and no one else', async () => {
  const before = natsSecretsFor()
  const known = JSON.parse(before[0]?.stringData['users.json'] ?? '[]')
  const secrets = natsSecretsFor(known)
  const [port = 0, monitor = 0, peer = 0] = await freePorts(3)
  await startServer('single', secrets, { name: 'nats-0', ports: [port, monitor, peer], peers: [] })
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${monitor}/healthz`)).status).toBe(200),
    often,
  )
  for (const known of [before, secrets]) await (await opens(known, 'progress', port)).close()
  await expect(opens(natsSecretsFor(), 'progress', port)).rejects.toThrow(/[Aa]uthorization/)
  await expect(connect({ servers: `127.0.0.1:${port}`, maxReconnectAttempts: 0 })).rejects.toThrow(
    /[Aa]uthorization/,
  )
})

test("three servers form a cluster with their password; a server without it can't join", async () => {
  const secrets = [...natsSecretsFor(), natsRoutesSecret()]
  const ports = await freePorts(12)
  const of = (n: number): [number, number, number] => [ports[n] ?? 0, ports[n + 4] ?? 0, ports[n + 8] ?? 0]
  const peers = ports.slice(8)
  for (const n of [0, 1, 2]) await startServer('ha', secrets, { name: `nats-${n}`, ports: of(n), peers })
  const stranger = await startServer('ha', [...natsSecretsFor(), natsRoutesSecret()], {
    name: 'stranger',
    ports: of(3),
    peers,
  })
  // All four respond, the stranger as well, before anything is said about who joined.
  await vi.waitFor(async () => expect(await routesOf(of(3)[1])).toBe(0), often)
  for (const n of [0, 1, 2]) await vi.waitFor(async () => expect(await routesOf(of(n)[1])).toBe(2), often)
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${of(0)[1]}/healthz`)).status).toBe(200),
    often,
  )
  await vi.waitFor(() => expect(stranger.logged()).toMatch(/Authorization Violation/), often)
  expect(await routesOf(of(3)[1])).toBe(0)
  const connection = await opens(secrets, 'gateway', of(1)[0])
  await connection.flush()
  await connection.close()
})
