import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNatsServer, freePort, startParentWatchdog } from '@rehearse/local-platform'
import { openNats } from '@rehearse/service-kit'
import { createMetrics } from '@rehearse/service-kit/observability/metrics'
import { silentLog } from '@rehearse/service-kit/testing/silent-log'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { observeNatsStores } from './metrics.ts'

const room = 1024 * 1024
let folder: TemporaryFolder
let server: MonitoredNats
beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startMonitoredNats(folder.path)
})
afterAll(async () => {
  await server?.stop()
  await folder?.remove()
})

test('reports the storage limit and free storage of each server, and leaves out a server that is down', async () => {
  const metrics = createMetrics('gateway')
  observeNatsStores(metrics, [`http://127.0.0.1:${await freePort()}`, server.monitor])
  const reported = async () => {
    const { values } = (await metrics.getSingleMetric('nats_store_bytes')?.get()) ?? { values: [] }
    return values.map(({ labels, value }) => [labels.server, labels.state, value])
  }
  const { host } = new URL(server.monitor)
  const free = (bytes: unknown) => [
    [host, 'all', room],
    [host, 'free', bytes],
  ]
  expect(await reported()).toEqual(free(room))

  const nats = openNats({ url: server.url, name: 'gateway', replicas: 1, log: silentLog })
  nats.start()
  await (await nats.manager()).streams.add({ name: 'sizes', subjects: ['sizes'] })
  await (await nats.jetstream()).publish('sizes', new Uint8Array(100_000))
  await nats.close()
  const isLess = expect.toSatisfy((bytes: number) => bytes <= room - 100_000)
  await expect.poll(reported).toEqual(free(isLess))
})

interface MonitoredNats {
  url: string
  monitor: string
  stop(): Promise<unknown>
}

/** A server with a storage limit of one megabyte, on ports that it chooses. */
async function startMonitoredNats(dataDir: string): Promise<MonitoredNats> {
  const file = join(dataDir, 'nats.conf')
  const store = { store_dir: dataDir, max_file_store: room }
  await writeFile(
    file,
    JSON.stringify({
      listen: '127.0.0.1:-1',
      http: '127.0.0.1:-1',
      ports_file_dir: dataDir,
      jetstream: store,
    }),
  )
  const program = await findNatsServer()
  const child = spawn(program, ['--config', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  ended.then(startParentWatchdog(child.pid as number, 'TERM'))
  const ports = await vi.waitFor(async () =>
    JSON.parse(await readFile(join(dataDir, `nats-server_${child.pid}.ports`), 'utf8')),
  )
  return {
    url: ports.nats[0],
    monitor: ports.monitoring[0],
    stop: () => {
      child.kill()
      return ended
    },
  }
}
