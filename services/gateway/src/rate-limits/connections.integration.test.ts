import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Sends `size` bytes to each request. */
async function start(limits: Partial<ConnectionLimits>, size = 10): Promise<Server> {
  const server = createServer((_request, reply) => reply.end(Buffer.alloc(size, 'x')))
  const stop = limitConnections(server, { perNetwork: 0, trusts: false, ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(
    stop,
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return server
}

async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  closing.unshift(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function statusOf(socket: Socket): Promise<string> {
  socket.write(get)
  const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])])
  return String(first).split('\r\n')[0] ?? ''
}

describe('connections of one network', () => {
  test('are limited, and those of another one are not affected', async () => {
    const port = portOf(await start({ perNetwork: 3 }))
    const sockets = [await open(port), await open(port), await open(port)]
    expect(await statusOf(await open(port))).toBe('closed')
    expect(await statusOf(await open(port, '127.0.0.2'))).toBe('HTTP/1.1 200 OK')
    expect(await statusOf(sockets[1] as Socket)).toBe('HTTP/1.1 200 OK')
    sockets[0]?.destroy()
    await vi.waitFor(async () => expect(await statusOf(await open(port))).toBe('HTTP/1.1 200 OK'))
  })

  test('are not limited for a trusted proxy', async () => {
    const port = portOf(await start({ perNetwork: 1, trusts: (address) => address === '127.0.0.1' }))
    await open(port)
    expect(await statusOf(await open(port))).toBe('HTTP/1.1 200 OK')
    await open(port, '127.0.0.2')
    expect(await statusOf(await open(port, '127.0.0.2'))).toBe('closed')
  })

  test('are limited at both ports of the gateway', async () => {
    const gateway = await startGateway({ CONNECTIONS_PER_NETWORK: '2' })
    closing.push(() => gateway.close())
    const port = Number(new URL(gateway.url).port)
    await open(port, '127.0.0.3')
    await open(port, '127.0.0.3')
    expect(await statusOf(await open(port, '127.0.0.3'))).toBe('closed')
  })
})

describe('a client that reads nothing', () => {
  const size = 32 * 1024 * 1024

  test('is disconnected after a while, and one that reads slowly is not', async () => {
    const server = await start({ longestStall: 2_500, unreadBytes: 10 * size }, size)
    const sockets: Socket[] = []
    server.on('connection', (socket: Socket) => sockets.push(socket))
    for (const isSilent of [true, false]) {
      const socket = await open(portOf(server))
      socket.write(get)
      if (isSilent) socket.pause()
      else {
        // Some of it now and then.
        socket.on('data', () => socket.pause())
        const reading = setInterval(() => socket.resume(), 50)
        closing.push(() => clearInterval(reading))
      }
    }
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true))
    expect(sockets[1]?.destroyed).toBe(false)
  })

  test('makes room when too much waits for such clients, the longest silent first', async () => {
    const server = await start({ unreadBytes: 1.5 * size }, size)
    const sockets: Socket[] = []
    server.on('connection', (socket: Socket) => sockets.push(socket))
    const port = portOf(server)
    const [first, second] = [await open(port), await open(port)]
    first.pause()
    first.write(get)
    await vi.waitFor(() => expect(sockets[0]?.writableLength).toBeGreaterThan(0))
    second.pause()
    second.write(get)
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true))
    expect(sockets[1]?.destroyed).toBe(false)
  })
})
