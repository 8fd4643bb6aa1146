import { type ClientHttp2Session, connect } from 'node:http2'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { freePort } from '@rehearse/local-platform'
import { Agent, request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { upstreamNames } from '../routes.ts'
import { type CertificateFolder, certificateFolder } from '../testing/certificate-folder.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let folder: CertificateFolder
let ca: string
let gateway: RunningGateway
let runner: string
const open: (() => unknown)[] = []

beforeAll(async () => {
  folder = await certificateFolder()
  ca = await folder.renew()
  const port = await freePort()
  runner = `https://127.0.0.1:${port}`
  gateway = await startGateway({ ...folder.env, HTTP2: 'true', RUNNER_PORT: String(port) })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
  for (const name of upstreamNames) gateway.upstreams[name].forget()
})
afterAll(async () => {
  await gateway?.close()
  await folder?.remove()
})

/** Over HTTP/1.1. */
async function get(url: string, options: { method?: 'POST'; headers?: Record<string, string> } = {}) {
  const dispatcher = new Agent({ connect: { ca }, allowH2: false })
  open.push(() => dispatcher.close())
  const reply = await request(url, { dispatcher, ...options })
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() }
}

function session(to = gateway): ClientHttp2Session {
  const client = connect(to.url, { ca })
  open.push(() => client.destroy())
  return client
}

interface Answer {
  headers: Record<string, unknown>
  text: string
}

function ask(client: ClientHttp2Session, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = client.request({ ':path': '/', ...headers })
    let head = {}
    const chunks: Buffer[] = []
    stream.on('response', (given) => {
      head = given
    })
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => resolve({ headers: head, text: Buffer.concat(chunks).toString() }))
    stream.on('error', reject)
    stream.end(body)
  })
}

describe('over TLS', () => {
  test('HTTP/1.1 still works, with HSTS, and upstreams receive the scheme', async () => {
    const { status, headers } = await get(`${gateway.url}/api/features/planned`)
    expect(status).toBe(200)
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    // Identity makes its cookies Secure because of it.
    expect(gateway.upstreams.questions.last().headers['x-forwarded-proto']).toBe('https')
  })

  test('the runner has its own origin, over TLS as well', async () => {
    const { text } = await get(`${gateway.url}/api/runner`)
    expect(JSON.parse(text).origin).toBe(runner)
    const page = await get(`${runner}/`)
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors ${gateway.url}`)
  })

  test('a write from the same host over plain http is cross-origin', async () => {
    const headers = { origin: gateway.url.replace('https:', 'http:') }
    const { status, text } = await get(`${gateway.url}/api/auth/logout`, { method: 'POST', headers })
    expect([status, JSON.parse(text).code]).toEqual([403, 'cross_origin'])
  })
})

describe('HTTP/2', () => {
  test('a call is forwarded with only the headers a service needs', async () => {
    const { headers } = await ask(session(), {
      ':path': '/api/features/planned?page=2',
      'x-forwarded-for': '6.6.6.6',
    })
    expect(headers[':status']).toBe(200)
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    const seen = gateway.upstreams.questions.last()
    expect(seen.url).toBe('/api/features/planned?page=2')
    expect(seen.headers).toMatchObject({
      'x-request-id': headers['x-request-id'],
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(gateway.url).host,
      'x-forwarded-proto': 'https',
    })
    expect(Object.keys(seen.headers).filter((name) => name.startsWith(':'))).toEqual([])
  })

  test('a body is forwarded, from our own origin only', async () => {
    const login = { ':method': 'POST', ':path': '/api/auth/login', 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'ada@example.org' })
    const { headers } = await ask(session(), { ...login, origin: gateway.url }, body)
    expect(headers[':status']).toBe(200)
    expect(gateway.upstreams.identity.last().body.toString()).toBe(body)
    const foreign = await ask(session(), { ...login, origin: 'https://elsewhere.example' }, body)
    expect(foreign.headers[':status']).toBe(403)
  })

  test('a host that is not ours gets 421, however it is stated', async () => {
    const path = { ':path': '/api/features/planned' }
    for (const host of [
      { ':authority': 'evil.example' },
      { ':authority': 'localhost', host: 'evil.example' },
      { ':authority': 'evil.example', host: 'localhost' },
    ]) {
      const { headers, text } = await ask(session(), { ...path, ...host })
      expect([headers[':status'], JSON.parse(text).code]).toEqual([421, 'misdirected_request'])
    }
    expect((await ask(session(), { ...path, ':authority': 'localhost:1' })).headers[':status']).toBe(200)
  })

  test('pages, their policy and errors are the same', async () => {
    const client = session()
    const docs = await ask(client, { ':path': '/api/docs' })
    expect(docs.headers['content-security-policy']).toContain(`frame-src https://127.0.0.1`)
    const [missing, head, refused] = await Promise.all([
      ask(client, { ':path': '/api/nothing' }),
      ask(client, { ':path': '/api/features/planned', ':method': 'HEAD' }),
      ask(client, { ':path': '/api/features/planned', ':method': 'DELETE' }),
    ])
    expect([missing.headers[':status'], JSON.parse(missing.text).requestId]).toEqual([
      404,
      missing.headers['x-request-id'],
    ])
    expect([head.headers[':status'], head.text]).toEqual([200, ''])
    expect(refused.headers).toMatchObject({ ':status': 405, allow: expect.stringContaining('GET') })
  })

  test('a long response and a stream arrive as they are sent', async () => {
    const long = 'x'.repeat(2_000_000)
    const { questions, progress } = gateway.upstreams
    questions.answerWith(() => long)
    const whole = await ask(session(), { ':path': '/api/features/planned?long' })
    expect(whole.text.length).toBe(long.length)

    const gate = Promise.withResolvers<void>()
    progress.answerWith(async (_request, reply) => {
      reply.hijack().raw.writeHead(200, { 'content-type': 'text/event-stream', connection: 'keep-alive' })
      reply.raw.write('data: 1\n\n')
      await gate.promise
      reply.raw.end('data: 2\n\n')
    })
    const authorization = `Bearer ${await gateway.identity.token('learner')}`
    const stream = session().request({ ':path': '/api/progress/stream', authorization })
    const chunks: string[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
    await vi.waitUntil(() => chunks.length > 0)
    gate.resolve()
    await vi.waitUntil(() => chunks.join('') === 'data: 1\n\ndata: 2\n\n')
  })

  test('closing finishes requests in flight and ends idle sessions', async () => {
    const closing = await startGateway({ ...folder.env, HTTP2: 'true' })
    const idle = session(closing)
    await ask(idle, { ':path': '/api/features/planned' })
    const waiting = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    closing.upstreams.questions.answerWith(async () => {
      waiting.resolve()
      await gate.promise
      return 'done'
    })
    const inFlight = ask(session(closing), { ':path': '/api/features/planned?another' })
    await waiting.promise
    const closed = closing.close()
    await vi.waitUntil(() => idle.closed || idle.destroyed)
    gate.resolve()
    expect((await inFlight).text).toBe('done')
    await closed
  })

  test('closing finishes HTTP/1.1 requests in flight, and does not wait for idle connections', async () => {
    const closing = await startGateway({ ...folder.env, HTTP2: 'true' })
    const silent = await handshake(closing.url, ['http/1.1'])
    const ended = new Promise((resolve) => silent.once('close', resolve))
    const waiting = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    closing.upstreams.questions.answerWith(async () => {
      waiting.resolve()
      await gate.promise
      return 'done'
    })
    const inFlight = get(`${closing.url}/api/guides`)
    await waiting.promise
    const closed = closing.close()
    await ended
    gate.resolve()
    expect(await inFlight).toMatchObject({ text: 'done', headers: { connection: 'close' } })
    await closed
  })

  test('is offered only with TLS and when configured', async () => {
    expect((await handshake(gateway.url)).alpnProtocol).toBe('h2')
    const without = await startGateway(folder.env)
    open.push(without.close)
    expect((await handshake(without.url)).alpnProtocol).toBe('http/1.1')
  })
})

describe('a renewed certificate', () => {
  test('is used without a restart, but never a key that does not belong to it', async () => {
    const client = session()
    await ask(client, { ':path': '/api/features/planned' })
    const before = await serial(gateway.url)
    await folder.spoil()
    process.kill(process.pid, 'SIGHUP')
    expect(await serial(gateway.url)).toBe(before)
    ca = await folder.renew()
    await vi.waitFor(async () => {
      process.kill(process.pid, 'SIGHUP')
      expect(await serial(gateway.url)).not.toBe(before)
    })
    expect(await serial(runner)).toBe(await serial(gateway.url))
    // Open connections stay.
    expect((await ask(client, { ':path': '/api/features/planned' })).headers[':status']).toBe(200)
    expect((await ask(session(), { ':path': '/api/features/planned' })).headers[':status']).toBe(200)
  })

  test('that is invalid keeps the gateway from starting, with the reason', async () => {
    await folder.spoil()
    await expect(startGateway(folder.env)).rejects.toThrow(
      'TLS_CERT_FILE and TLS_KEY_FILE hold no certificate and its key',
    )
    await expect(startGateway({ ...folder.env, TLS_KEY_FILE: '/nowhere.pem' })).rejects.toThrow(
      "TLS_KEY_FILE names a file that can't be read (ENOENT)",
    )
  })
})

/** The connection stays open until closed by the test. */
function handshake(url: string, ALPNProtocols = ['h2', 'http/1.1']): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connectTls(
      { host: hostname, port: Number(port), ALPNProtocols, rejectUnauthorized: false },
      () => resolve(socket),
    )
    open.push(() => socket.destroy())
    socket.once('error', reject)
  })
}

const serial = async (url: string) => (await handshake(url)).getPeerCertificate().serialNumber
