import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorReply, healthReply, readyReply } from '@rehearse/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { upstreamNames } from './routes.ts'
import { call } from './testing/call.ts'
import { type RunningGateway, startGateway } from './testing/start-gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())
afterEach(() => {
  for (const name of upstreamNames) gateway.upstreams[name].forget()
})

describe('the internal port', () => {
  test('serves health and metrics, unlike the public port', async () => {
    expect((await call(`${gateway.innerUrl}/livez`)).body).toEqual({ live: true })
    const ready = readyReply.parse((await call(`${gateway.innerUrl}/readyz`)).body)
    expect(ready.checks).toMatchObject({ nats: { state: 'up' }, keys: { state: 'up' } })
    await call(`${gateway.url}/api/questions/unified/some-id`)
    const metrics = await call(`${gateway.innerUrl}/metrics`)
    expect(metrics.text).toMatch(
      /http_request_duration_seconds_count\{.*route="\/api\/questions\/unified\/:id"/,
    )
    expect((await call(`${gateway.innerUrl}/api/features/planned`)).status).toBe(404)
  })
})

describe('a request is rejected in the documented format, even if the response is cached,', () => {
  test.each([
    ['without a host', 'connection: close\r\n\r\n'],
    ['with two hosts', 'host: localhost\r\nhost: localhost\r\nconnection: close\r\n\r\n'],
    ['of unknown length', 'host: localhost\r\ntransfer-encoding: gzip\r\n\r\n'],
    ['of ambiguous length', 'host: localhost\r\ntransfer-encoding: "chunked"\r\n\r\n0\r\n\r\n'],
  ])('%s', async (_what, rest) => {
    const path = '/api/questions/unified?framing=1'
    expect((await call(gateway.url + path)).status).toBe(200)
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\n${rest}`)
    const [head, body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(errorReply.parse(JSON.parse(body.split('HTTP/1.1')[0] ?? ''))).toMatchObject({
      code: 'malformed_request',
    })
  })
})

describe('GET /api/health', () => {
  test('reports the state of every service', async () => {
    const reply = await call(`${gateway.url}/api/health`)
    expect(reply.status).toBe(200)
    expect(healthReply.parse(reply.body)).toEqual({
      success: true,
      services: {
        gateway: {
          state: 'up',
          checks: {
            nats: { state: 'up' },
            keys: { state: 'up' },
            clock: { state: 'up' },
            open: { state: 'up' },
          },
        },
        identity: { state: 'up', checks: { postgres: { state: 'up' } } },
        questions: { state: 'up', checks: { postgres: { state: 'up' } } },
        progress: { state: 'up', checks: { postgres: { state: 'up' } } },
        media: { state: 'up', checks: { postgres: { state: 'up' } } },
      },
    })
  })

  test('responds with 503 when a service is down, without details', async () => {
    const other = await startGateway({ MEDIA_URL: 'http://127.0.0.1:1' })
    try {
      const reply = await call(`${other.url}/api/health`)
      expect(reply.status).toBe(503)
      const { success, services } = healthReply.parse(reply.body)
      expect(success).toBe(false)
      expect(services.media).toEqual({ state: 'down', checks: {} })
      expect(services.questions?.state).toBe('up')
      expect(reply.text).not.toContain('127.0.0.1')
    } finally {
      await other.close()
    }
  })
})

describe('the documentation', () => {
  test('is one machine-readable document', async () => {
    const reply = await call(`${gateway.url}/api/openapi.json`)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.body).toMatchObject({ openapi: '3.1.0' })
    const { etag } = reply.headers
    const again = await call(`${gateway.url}/api/openapi.json`, {
      headers: { 'if-none-match': String(etag) },
    })
    expect(again.status).toBe(304)
  })

  test('has a page for people without inline or external content', async () => {
    const reply = await call(`${gateway.url}/api/docs`)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    const fromElsewhere =
      /<script(?! (?:defer|type="module") src="\/api\/docs\/)|<style|style=|(?:src|href)="(?![/#])/
    expect(fromElsewhere.exec(reply.text)).toBeNull()
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/unsafe|script-src|style-src/)
  })

  test("serves its viewer's files, compressed if the client accepts it, and no other file", async () => {
    for (const [file, type] of [
      ['docs.css', 'text/css; charset=utf-8'],
      ['docs.js', 'text/javascript; charset=utf-8'],
      ['swagger-ui.css', 'text/css; charset=utf-8'],
      ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ]) {
      const reply = await call(`${gateway.url}/api/docs/${file}`)
      expect([reply.status, reply.headers['content-type']]).toEqual([200, type])
      const compressed = await fetch(`${gateway.url}/api/docs/${file}`, {
        headers: { 'accept-encoding': 'gzip' },
      })
      expect(compressed.headers.get('content-encoding')).toBe('gzip')
      expect(await compressed.text()).toBe(reply.text)
    }
    for (const file of ['docs.ts', '..%2fdocs.ts', 'constructor', 'index.html']) {
      expect((await call(`${gateway.url}/api/docs/${file}`)).status).toBe(404)
    }
  })
})

describe('malformed requests', () => {
  test.each([
    ['nonsense', 'GARBAGE\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['too many headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s are rejected in the documented format', async (_what, bytes, status) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.write(bytes)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    const [head = '', body = ''] = answer.toString().split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const { requestId } = errorReply.parse(JSON.parse(body))
    expect(head).toContain(`\r\nX-Request-Id: ${requestId}\r\n`)
    socket.destroy()
  })
})

test('closing finishes requests in flight, and the internal port reports it', async () => {
  const closing = await startGateway()
  const waiting = Promise.withResolvers<ServerResponse>()
  closing.upstreams.questions.answerWith((_request, reply) => {
    waiting.resolve(reply.raw)
    return reply.hijack()
  })
  const inFlight = call(`${closing.url}/api/features/planned`)
  const upstream = await waiting.promise
  const closed = closing.close()
  const state = readyReply.parse((await call(`${closing.innerUrl}/readyz`)).body)
  expect(state.checks.open).toMatchObject({ state: 'down' })
  upstream.end('done')
  const { text, headers } = await inFlight
  expect([text, headers.connection]).toEqual(['done', 'close'])
  await closed
  await expect(call(closing.url)).rejects.toThrow()
})
