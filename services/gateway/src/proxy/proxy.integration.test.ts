import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { errorReply } from '@rehearse/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { upstreamNames } from '../routes.ts'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'
import { startTinyUpstream } from '../testing/tiny-upstream.ts'

let gateway: RunningGateway
let admin: string
beforeAll(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT: '1' })
  admin = await gateway.identity.token('admin')
})
afterAll(() => gateway?.close())
afterEach(() => {
  for (const name of upstreamNames) gateway.upstreams[name].forget()
})

function breakOff(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x')
const send = (path: string, body: Buffer | Readable, method = 'POST', url = gateway.url, token = admin) =>
  fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as unknown as RequestInit)

/** The start of the gateway's response to exactly these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
  socket.write(bytes)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString()
}

describe('JSON', () => {
  const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels))
  const bulk = Buffer.from(`{"isBulkImport":true,"questions":[${Array(9_000).fill(nested(11)).join(',')}]}`)
  const late = Buffer.from(`{"content":"${'['.repeat(2_000_000)}","more":${nested(65)}}`)

  test.each([
    ['65 levels', '/api/questions/unified/some-id/check', 'POST', nested(65), 'too_deep'],
    ['a level for each byte', '/api/auth/login', 'POST', Buffer.alloc(16 * 1024, '['), 'too_deep'],
    ['1 MB of it', '/api/progress/save/batch', 'POST', Buffer.alloc(1024 * 1024, '['), 'too_deep'],
    ['20 MB of it', '/api/questions/import', 'POST', Buffer.alloc(20 * 1024 * 1024, '['), 'too_deep'],
    ['13 levels in a bulk creation', '/api/questions/unified', 'POST', bulk, 'too_deep'],
    ['late in a long body', '/api/questions/import', 'POST', late, 'too_deep'],
    [
      'nothing but short',
      '/api/questions/unified/bulk',
      'POST',
      Buffer.from(`[${'[],'.repeat(60_000)}0]`),
      'too_many_values',
    ],
  ])(
    'nested too deeply or with too many values is not forwarded: %s',
    async (_what, path, method, body, code) => {
      const token = path.includes('progress') ? await gateway.identity.token('learner') : admin
      for (const sent of [body, Readable.from(body.toString().match(/.{1,65535}/gs) ?? [])]) {
        const reply = await send(path, sent, method, gateway.url, token)
        expect(reply.status).toBe(400)
        expect(errorReply.parse(await reply.json())).toMatchObject({ code })
      }
      for (const name of upstreamNames) expect(gateway.upstreams[name].seen.map(({ url }) => url)).toEqual([])
    },
  )

  test('nested 64 levels is forwarded, as are brackets in texts, forms and compressed bodies', async () => {
    const path = '/api/questions/import'
    const bearer = `Bearer ${admin}`
    for (const body of [nested(64), Buffer.from(`{"content":"${'['.repeat(5_000_000)}"}`)]) {
      expect((await send(path, body)).status).toBe(200)
    }
    const form = new FormData()
    form.set('file', new Blob(['['.repeat(100_000)]))
    const sent = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: bearer },
      body: form,
    })
    expect(sent.status).toBe(200)
  })
})

describe('a request body', () => {
  test.each([
    ['of 1 MB', '/api/questions/unified/some-id', 'PUT', 1, 200],
    ['of 2 MB', '/api/questions/unified/some-id', 'PUT', 2, 413],
    ['of 20 MB on import', '/api/questions/import', 'POST', 20, 200],
    ['of 21 MB on import', '/api/questions/import', 'POST', 21, 413],
    ['of 16 KB where none is larger', '/api/questions/unified/some-id/check', 'POST', 1 / 64, 200],
    ['of 17 KB where none is larger', '/api/questions/unified/some-id/check', 'POST', 17 / 1024, 413],
  ])('%s, of declared length or not', async (_what, path, method, size, status) => {
    const body = megabytes(size)
    for (const sent of [body, Readable.from(body.toString().match(/.{1,65536}/gs) ?? [])]) {
      gateway.upstreams.questions.forget()
      const reply = await send(path, sent, method)
      expect(reply.status).toBe(status)
      if (status === 200) expect(gateway.upstreams.questions.last().body.equals(body)).toBe(true)
      else expect(errorReply.parse(await reply.json())).toMatchObject({ code: 'payload_too_large' })
    }
  })

  test.each([
    ['/api/audio/upload', [12, 21, 25, 60], 'audio_too_large', 'File size exceeds 10MB limit'],
    ['/api/images', [12, 21, 25, 60], 'image_too_large', 'File size exceeds 10MB limit'],
    ['/api/questions/import', [21, 60], 'payload_too_large', 'File size exceeds 20MB limit'],
    ['/api/admin/backup/restore', [21, 60], 'payload_too_large', 'File size exceeds 20MB limit'],
  ])('of a file above the limit gets the text for that file: %s', async (path, sizes, code, error) => {
    for (const size of sizes) {
      const body = megabytes(size)
      for (const sent of [body, Readable.from(body.toString().match(/.{1,65536}/gs) ?? [])]) {
        const reply = await send(path, sent, 'POST')
        expect(reply.status).toBe(413)
        expect(errorReply.parse(await reply.json())).toMatchObject({ code, error })
      }
    }
  })

  test('without an end is cut off after its rejection', async () => {
    const endless = async function* () {
      const piece = Buffer.alloc(1024 * 1024)
      for (let sent = 0; sent < 2_000; sent += 1) yield piece
    }
    let sent = 0
    const counted = Readable.from(endless()).map((piece) => {
      sent += 1
      return piece
    })
    await send('/api/audio/upload', counted, 'POST').catch(() => undefined)
    expect(sent).toBeLessThan(1_000)
  })

  test('declared as too long is rejected before it arrives', async () => {
    const head = `Authorization: Bearer ${admin}\r\nContent-Length: 30000000`
    expect(
      await answerTo(`POST /api/questions/import HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 413 /)
  })

  test.each([
    ['of a type', 'Content-Type: application/json'],
    ['of no bytes', 'Content-Length: 0'],
    ['of a type and no bytes', 'Content-Type: application/json\r\nContent-Length: 0'],
  ])('%s may be missing', async (_what, header) => {
    const head = `Host: localhost\r\nAuthorization: Bearer ${admin}\r\n${header}`
    expect(await answerTo(`POST /api/auth/logout HTTP/1.1\r\n${head}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    expect(gateway.upstreams.identity.last().body).toHaveLength(0)
  })

  test('of a GET is dropped', async () => {
    const head = 'Host: localhost\r\nContent-Length: 5'
    expect(await answerTo(`GET /api/features/planned HTTP/1.1\r\n${head}\r\n\r\nhello`)).toMatch(
      /^HTTP\/1.1 200 /,
    )
    expect(gateway.upstreams.questions.last().headers['content-length']).toBeUndefined()
  })
})

describe('a service', () => {
  const save = () => write('/api/progress/save')
  const write = async (path: string) =>
    call(gateway.url + path, {
      method: 'POST',
      body: {},
      bearer: await gateway.identity.token('learner'),
    })

  test('that hangs times out: 503 in the documented format, without internal details', async () => {
    gateway.upstreams.progress.answerWith((_request, reply) => reply.hijack())
    const reply = await save()
    expect(reply.status).toBe(503)
    expect(reply.headers['retry-after']).toBe('1')
    expect(errorReply.parse(reply.body)).toMatchObject({ code: 'upstream_timeout' })
    expect(reply.text).not.toMatch(/undici|UND_ERR|127\.0|:\d{4}/i)
    expect(gateway.upstreams.progress.seen).toHaveLength(1)
  })

  test('whose one route hangs still gets the requests of others', async () => {
    gateway.upstreams.progress.answerWith((request, reply) =>
      request.url === '/api/progress/reset' ? reply.hijack() : { success: true },
    )
    const hanging = await Promise.all(Array.from({ length: 8 }, () => write('/api/progress/reset')))
    expect(hanging.map(({ status }) => status)).toEqual(Array(8).fill(503))
    expect((await save()).status).toBe(200)
  })

  test('that breaks off gets a 503, and a write is not sent twice', async () => {
    gateway.upstreams.progress.answerWith(breakOff)
    const reply = await write('/api/progress/reset')
    expect(reply.status).toBe(503)
    expect(reply.headers['retry-after']).toBe('1')
    expect(errorReply.parse(reply.body)).toMatchObject({ code: 'temporarily_unavailable' })
    expect(gateway.upstreams.progress.seen).toHaveLength(1)
  })

  test('that breaks off an answer is retried once, because answers have their own ids', async () => {
    let asked = 0
    gateway.upstreams.progress.answerWith((request, reply) => {
      asked += 1
      return asked === 1 ? breakOff(request, reply) : { success: true }
    })
    expect((await save()).status).toBe(200)
    const [first, second] = gateway.upstreams.progress.seen
    expect(second?.body).toEqual(first?.body)
    expect(asked).toBe(2)
  })

  test('that breaks off a read is retried once', async () => {
    let asked = 0
    gateway.upstreams.questions.answerWith((request, reply) => {
      asked += 1
      return asked === 1 ? breakOff(request, reply) : { success: true }
    })
    expect((await call(`${gateway.url}/api/features/planned`)).status).toBe(200)
    expect(asked).toBe(2)
  })

  test('that responds with 503 is not asked again', async () => {
    gateway.upstreams.questions.answerWith((_request, reply) =>
      reply.code(503).header('retry-after', '7').send({ success: false }),
    )
    const reply = await call(`${gateway.url}/api/features/planned`)
    expect(reply.status).toBe(503)
    expect(reply.headers['retry-after']).toBe('7')
    expect(gateway.upstreams.questions.seen).toHaveLength(1)
  })

  test('that is down gets a 503 without affecting others, and is used again when it is back', async () => {
    await gateway.upstreams.progress.close()
    const reply = await save()
    expect(reply.status).toBe(503)
    expect(reply.headers['retry-after']).toBe('1')
    expect(errorReply.parse(reply.body).error).toBe('Temporarily unavailable, please try again')
    expect(reply.text).not.toMatch(/ECONN|127\.0/)
    expect((await call(`${gateway.url}/api/features/planned`)).status).toBe(200)

    const again = await startTinyUpstream(Number(new URL(gateway.upstreams.progress.url).port))
    try {
      await vi.waitFor(async () => expect((await save()).status).toBe(200))
    } finally {
      await again.close()
    }
  })

  test('that is down keeps the sender of a long body connected to receive the error', async () => {
    const lonely = await startGateway({ QUESTIONS_URL: 'http://127.0.0.1:1' })
    try {
      const bearer = await lonely.identity.token('admin')
      for (const body of [megabytes(20), Readable.from([megabytes(1), megabytes(1)])]) {
        expect((await send('/api/questions/import', body, 'POST', lonely.url, bearer)).status).toBe(503)
      }
    } finally {
      await lonely.close()
    }
  })

  test('keeps its status, headers and body, but not its connection headers', async () => {
    gateway.upstreams.questions.answerWith((_request, reply) =>
      reply
        .code(418)
        .headers({ etag: '"v1"', 'x-own': 'yes', server: 'secret/1.0', 'cache-control': 'no-cache' })
        .send({ teapot: true }),
    )
    const reply = await call(`${gateway.url}/api/features/planned`)
    expect(reply.status).toBe(418)
    expect(reply.body).toEqual({ teapot: true })
    expect(reply.headers).toMatchObject({ etag: '"v1"', 'x-own': 'yes', 'cache-control': 'no-cache' })
    expect(reply.headers.server).toBeUndefined()
  })
})

describe('caching', () => {
  test('a public read may be stored if revalidated, a private one never', async () => {
    const open = await call(`${gateway.url}/api/features/planned`)
    expect(open.headers['cache-control']).toBe('private, no-cache')
    const own = await call(`${gateway.url}/api/auth/me`, { bearer: await gateway.identity.token('learner') })
    expect(own.headers['cache-control']).toBe('no-store')
  })
})

describe('a live stream', () => {
  test('arrives event by event, and ends upstream when the reader disconnects', async () => {
    const upstream = Promise.withResolvers<Readable>()
    const ended = Promise.withResolvers<void>()
    gateway.upstreams.questions.answerWith((_request, reply) => {
      const events = new Readable({ read: () => {} })
      reply.raw.once('close', () => ended.resolve())
      upstream.resolve(events)
      events.push('data: 1\n\n')
      return reply.type('text/event-stream').send(events)
    })
    const leaving = new AbortController()
    const reply = await fetch(`${gateway.url}/api/features/planned`, { signal: leaving.signal })
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('data: 1\n\n')
    const events = await upstream.promise
    events.push('data: 2\n\n')
    expect((await reader?.read())?.value).toBe('data: 2\n\n')
    leaving.abort()
    await ended.promise
  })
})
