import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { errorReply } from '@rehearse/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { upstreamNames } from '../routes.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'
import { longMaxOfNetwork } from '../upstreams/long-responses.ts'

let gateway: RunningGateway
let admin: string
beforeAll(async () => {
  gateway = await startGateway({ HEADERS_TIMEOUT: '1', BODY_TIMEOUT: '1', UPSTREAM_TIMEOUT: '1' })
  admin = await gateway.identity.token('admin')
})
afterAll(() => gateway?.close())
afterEach(() => {
  for (const name of upstreamNames) gateway.upstreams[name].forget()
})

const open = () => connect(Number(new URL(gateway.url).port), '127.0.0.1')
const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${admin}`, ...lines, '', ''].join(
    '\r\n',
  )

/** Sends a byte at intervals while possible; resolves to what is received until the connection ends. */
async function trickle(socket: Socket, byte: string, times = Number.POSITIVE_INFINITY): Promise<string> {
  const said: Buffer[] = []
  socket.on('data', (chunk: Buffer) => said.push(chunk))
  socket.on('error', () => {})
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    if (sent <= times && socket.writable) socket.write(byte)
  }, 50)
  await new Promise((closed) => socket.once('close', closed))
  clearInterval(timer)
  return Buffer.concat(said).toString()
}

function expectTooSlow(said: string): void {
  const [status = '', body = ''] = said.split('\r\n\r\n')
  expect(status).toMatch(/^HTTP\/1.1 408 /)
  expect(errorReply.parse(JSON.parse(body)).code).toBe('request_timeout')
}

describe('slow senders are disconnected:', () => {
  test('headers that trickle', async () => {
    const socket = open()
    socket.write('GET /api/features/planned HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expectTooSlow(await trickle(socket, 'x'))
  })

  test('a silent connection', async () => {
    expectTooSlow(await trickle(open(), ''))
  })

  test('a body that trickles, of declared length or not; the service does not receive it', async () => {
    const bodies = ['Content-Length: 1000', 'Transfer-Encoding: chunked'].map((length) => {
      const socket = open()
      socket.write(head('/api/questions/unified/some-id/check', length))
      return trickle(socket, length.startsWith('Content') ? 'x' : '1\r\nx\r\n')
    })
    for (const said of await Promise.all(bodies)) expectTooSlow(said)
    expect(gateway.upstreams.questions.seen).toEqual([])
  })

  test('a long body and a long-running service get more time', async () => {
    gateway.upstreams.questions.answerWith(
      () => new Promise((answer) => setTimeout(answer, 2_500, { success: true })),
    )
    const socket = open()
    socket.write(head('/api/questions/import', 'Content-Length: 30', 'Connection: close'))
    const said = await trickle(socket, 'x', 30)
    expect(said).toMatch(/^HTTP\/1.1 200 /)
    expect(gateway.upstreams.questions.last().body.toString()).toBe('x'.repeat(30))
  })
})

test('data that a slow reader has not read yet stays at the service', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  let made = 0
  const endless = new Readable({
    read() {
      made += chunk.length
      this.push(chunk)
    },
  })
  gateway.upstreams.questions.answerWith((_request, reply) => reply.type('text/plain').send(endless))
  const socket = open()
  socket.pause()
  socket.write('GET /api/features/planned HTTP/1.1\r\nHost: localhost\r\n\r\n')
  let before = -1
  await vi.waitFor(
    () => {
      const isStill = made > 0 && made === before
      before = made
      expect(isStill).toBe(true)
    },
    { interval: 300 },
  )
  // More than the socket buffers on this machine hold.
  expect(made).toBeLessThan(32 * 1024 * 1024)
  const stalled = made
  socket.resume()
  await vi.waitFor(() => expect(made).toBeGreaterThan(stalled + 8 * 1024 * 1024))
  socket.destroy()
  await vi.waitFor(() => expect(endless.destroyed).toBe(true))
})

describe('clients that read nothing', () => {
  const audio = '/api/audio/0b6d8f0e-8c6e-4c58-9d3c-5d0f1c1f4b11/question/a.mp3'
  const endless = (onRead = () => {}) =>
    new Readable({
      read() {
        onRead()
        this.push(Buffer.alloc(64 * 1024, 'x'))
      },
    })
  const unread: Socket[] = []
  afterEach(() => {
    for (const socket of unread.splice(0)) socket.destroy()
  })
  const download = async () => {
    const socket = open()
    unread.push(socket)
    socket.pause()
    socket.on('error', () => {})
    const before = gateway.upstreams.media.seen.length
    socket.write(`GET ${audio} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await vi.waitFor(() => expect(gateway.upstreams.media.seen.length).toBeGreaterThan(before))
  }

  test('take no place of requests in progress', async () => {
    const small = await startGateway({ UPSTREAM_CONCURRENCY: '2' })
    const sockets: Socket[] = []
    try {
      small.upstreams.media.answerWith((_request, reply) => reply.type('audio/mpeg').send(endless()))
      for (let at = 1; at <= 4; at += 1) {
        const socket = connect(Number(new URL(small.url).port), '127.0.0.1')
        sockets.push(socket)
        socket.write(`GET ${audio} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        const [first] = (await once(socket, 'data')) as [Buffer]
        socket.pause()
        expect(first.toString()).toMatch(/^HTTP\/1.1 200 /)
      }
      small.upstreams.media.forget()
      expect((await fetch(`${small.url}${audio}`)).status).toBe(200)
    } finally {
      for (const socket of sockets) socket.destroy()
      await small.close()
    }
  })

  test('are interrupted when their network requests more, the longest silent first', async () => {
    const bodies: Readable[] = []
    const readAt: number[] = []
    gateway.upstreams.media.answerWith((_request, reply) => {
      const at = bodies.length
      bodies.push(endless(() => (readAt[at] = performance.now())))
      return reply.type('audio/mpeg').send(bodies[at])
    })
    /** Until all buffers on the way to the client are full. */
    const stalls = (at: number) =>
      vi.waitFor(async () => {
        const before = readAt[at]
        await pause(100)
        expect(readAt[at]).toBe(before)
      })
    for (let at = 0; at < longMaxOfNetwork; at += 1) {
      await download()
      await stalls(at)
    }
    const own = bodies.slice()
    // On a busy machine none may be silent for long enough yet: then the new request is rejected.
    await vi.waitFor(async () => {
      const at = bodies.length
      await download()
      await vi.waitFor(() => expect([bodies[at], ...own].some((body) => body?.destroyed)).toBe(true))
      expect(own.some(({ destroyed }) => destroyed)).toBe(true)
    })
    const longestSilent = readAt.indexOf(Math.min(...readAt.slice(0, longMaxOfNetwork)))
    expect(own.map(({ destroyed }) => destroyed)).toEqual(own.map((_, at) => at === longestSilent))
    expect(bodies.at(-1)?.destroyed).toBe(false)
  })
})

test.each([
  ['of 20 KB', `/api/features/planned?search=${'x'.repeat(20_000)}`, 431, 'headers_too_large'],
  ['with an id of 300 characters', `/api/certificates/${'x'.repeat(300)}`, 400, 'address_too_long'],
])('a URL %s is rejected in the documented format', async (_what, path, status, code) => {
  const reply = await fetch(gateway.url + path)
  expect(reply.status).toBe(status)
  expect(errorReply.parse(await reply.json()).code).toBe(code)
})
