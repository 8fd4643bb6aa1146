import { startNats } from '@rehearse/local-platform'
import { temporaryFolder, testNats } from '@rehearse/testing'
import { releaseTestNats } from '@rehearse/testing/test-nats'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Line, openLine } from '../testing/line.ts'
import { silentLog as log } from '../testing/silent-log.ts'
import { type Nats, openNats } from './nats.ts'

const soon = { interval: 20 }
let serverUrl: string
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  serverUrl = (await testNats()).url
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await releaseTestNats()
})

function connect(url: string): Nats {
  const nats = openNats({ url, name: 'test', replicas: 1, log, owns: 'media' })
  closing.push(nats.close)
  return nats
}
const publish = async (nats: Nats) => (await nats.jetstream()).publish('media.a', 'x')

/** A started connection, through a line that can be cut. */
async function connectByLine(state?: 'cut') {
  const line = await openLine(serverUrl, state)
  closing.push(line.cut)
  const nats = connect(line.url)
  nats.start()
  return { line, nats }
}

describe('a connection', () => {
  test('is established once the server is up, along with its stream', async () => {
    const { line, nats } = await connectByLine('cut')
    await expect(nats.check()).rejects.toThrow('not connected')
    await line.mend()
    expect(await publish(nats)).toMatchObject({ stream: 'MEDIA', seq: 1 })
    await nats.check()
  })

  test('is re-established when the server is back, and is down meanwhile', async () => {
    const { line, nats } = await connectByLine()
    await publish(nats)
    await line.cut()
    await expect(nats.check()).rejects.toThrow(/does not respond|disconnected/)
    await line.mend()
    await vi.waitFor(() => nats.check(), soon)
    expect(await publish(nats)).toMatchObject({ seq: 2 })
  })

  test('is re-established after the server has fallen silent', async () => {
    const { line, nats } = await connectByLine()
    await publish(nats)
    line.freeze()
    await vi.waitFor(() => nats.check(), soon)
    expect(await publish(nats)).toMatchObject({ seq: 2 })
  })

  test('recreates its stream on a server that restarted without data', async () => {
    const folders = [await temporaryFolder(), await temporaryFolder()]
    closing.push(...folders.map((folder) => folder.remove))
    const server = await startNats({ dataDir: folders[0]?.path ?? '' })
    const nats = connect(server.url)
    nats.start()
    await publish(nats)
    await server.stop()
    const empty = await startNats({ dataDir: folders[1]?.path ?? '', port: server.port })
    closing.push(empty.stop)
    await vi.waitFor(async () => expect(await publish(nats)).toMatchObject({ stream: 'MEDIA' }), soon)
  })

  test('keeps the messages of an existing stream', async () => {
    const first = connect(serverUrl)
    first.start()
    await publish(first)
    const second = connect(serverUrl)
    second.start()
    expect(await publish(second)).toMatchObject({ seq: 2 })
  })
})

describe('closing ends', () => {
  let line: Line
  beforeEach(async () => {
    line = await openLine(serverUrl)
    closing.push(line.cut)
  })

  test('before the start', async () => {
    const nats = connect(line.url)
    await nats.close()
    await expect(nats.jetstream()).rejects.toThrow('closed')
    await expect(nats.check()).rejects.toThrow('closed')
  })

  test('if the server was never up, and waiting callers get the error', async () => {
    await line.cut()
    const nats = connect(line.url)
    nats.start()
    const waiting = expect(nats.jetstream()).rejects.toThrow('closed')
    await nats.close()
    await waiting
    await line.mend()
  })

  test('if the server has gone down', async () => {
    const nats = connect(line.url)
    nats.start()
    const connection = await nats.connection
    await line.cut()
    await nats.close()
    expect(connection.isClosed()).toBe(true)
    await line.mend()
  })

  test('if the server has fallen silent', async () => {
    const nats = connect(line.url)
    nats.start()
    const connection = await nats.connection
    line.freeze()
    await nats.close()
    expect(connection.isClosed()).toBe(true)
  })

  test('while connecting, and leaves no connection behind', async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const nats = openNats({ url: line.url, name: `leaving-${turns}`, replicas: 1, log, owns: 'media' })
      nats.start()
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      await nats.close()
    }
    await vi.waitFor(() => expect(line.connections()).toBe(0), soon)
  })
})
