import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { downloadNatsServer, findNatsServer } from './find-nats-server.ts'
import { type NatsOptions, type NatsServer, startNats } from './nats-server.ts'
import { commandLineOf, waitUntilGone } from './server-process.ts'
import { runLauncher } from './testing/run-launcher.ts'

let folder: TemporaryFolder
let dataDir: string
const running: NatsServer[] = []
let notes: string[]

beforeEach(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder.path, 'nats')
  notes = []
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  await folder.remove()
})

async function start(options: Partial<NatsOptions> = {}): Promise<NatsServer> {
  const server = await startNats({ dataDir, onNote: (message) => notes.push(message), ...options })
  running.push(server)
  return server
}

describe('the embedded NATS server', () => {
  test('listens on the loopback address, stores streams in files, leaves no process behind', async () => {
    const lines: string[] = []
    const server = await start({ onLog: (line) => lines.push(line) })
    expect(lines.join('\n')).toContain(`Listening for client connections on 127.0.0.1:${server.port}`)
    expect(await readdir(dataDir)).toContain('jetstream')
    await server.stop()
    expect(await commandLineOf(server.pid)).toBeNull()
  })

  test('reports that its port is in use', async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const { port } = other.address() as { port: number }
    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use by another program`)
    other.close()
  })

  test('ends when its launcher is killed', async () => {
    const launcher = runLauncher(`
      import { startNats } from '${import.meta.dirname}/nats-server.ts'
      const server = await startNats({ dataDir: '${dataDir}' })
      process.send({ pid: server.pid })
      process.on('disconnect', () => {})
    `)
    const { pid } = (await launcher.message()) as { pid: number }
    await launcher.kill()
    expect(await waitUntilGone(pid, 60_000)).toBe(true)
  })

  test('is stopped first if it is still running', async () => {
    const left = await start()
    await start()
    expect(await waitUntilGone(left.pid, 60_000)).toBe(true)
    expect(notes.join()).toContain(`still running (process ${left.pid})`)
  })
})

describe('finding a server', () => {
  test('a downloaded server is found without a network', async () => {
    const program = await findNatsServer()
    expect(await findNatsServer({ onNote: (message) => expect.unreachable(message) })).toBe(program)
  })

  test('a release with another checksum is not run', async () => {
    const mirror = createMirror('something else')
    const address = await mirror.address
    await expect(downloadNatsServer(join(folder.path, 'release'), () => {}, address)).rejects.toThrow(
      /is not the expected release/,
    )
    mirror.close()
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a mirror that accepts connections and never responds is abandoned', async () => {
    const mirror = createMirror(null)
    await expect(
      downloadNatsServer(join(folder.path, 'release'), () => {}, await mirror.address),
    ).rejects.toThrow(/can't be downloaded: no answer/)
    mirror.close()
  })
})

/** Responds to every request with that body, or not at all. */
function createMirror(body: string | null) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (body === null) return
    socket.once('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`),
    )
  })
  const address = new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
    ),
  )
  return { address, close: () => server.close() }
}
