import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type App, createService } from '../service.ts'
import { logLines } from '../testing/log-lines.ts'
import { currentContext, isTransportableId, type RequestContext } from './request-context.ts'

let app: App
let port: number
let seen: (RequestContext | undefined)[] = []

async function start(behindGateway: boolean): Promise<void> {
  ;({ app } = await createService({ name: 'test', description: '', logLevel: 'silent', behindGateway }))
  app.post(
    '/echo',
    { config: { access: 'anyone' }, schema: { body: z.object({ text: z.string() }) } },
    async () => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(currentContext())
      return currentContext()
    },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
}

beforeEach(() => {
  seen = []
})
afterEach(() => app.close())

const contextIn = async (reply: Response) => (await reply.json()) as RequestContext

const post = (text: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ text }),
  })

test('takes the correlation id from the gateway, or else uses the request id', async () => {
  await start(true)
  const header = await post('a', { 'x-request-id': 'request-1', 'x-correlation-id': 'correlation-1' })
  expect(await contextIn(header)).toEqual({ requestId: 'request-1', correlationId: 'correlation-1' })
  const alone = await post('a', { 'x-request-id': 'request-2' })
  expect(await contextIn(alone)).toEqual({ requestId: 'request-2', correlationId: 'request-2' })
})

test('a service that clients reach directly assigns its own ids', async () => {
  await start(false)
  const reply = await post('a', { 'x-request-id': 'request-1', 'x-correlation-id': 'correlation-1' })
  const context = await contextIn(reply)
  expect(context.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(context.correlationId).toBe(context.requestId)
  expect(reply.headers.get('x-request-id')).toBe(context.requestId)
})

test('an id that could inject text into logs is replaced', async () => {
  await start(true)
  const hostile = ['short', 'x'.repeat(65), 'with space', 'quote"quote', 'tab\tinside']
  for (const id of hostile) {
    const context = await contextIn(await post('a', { 'x-request-id': id, 'x-correlation-id': id }))
    expect(context.requestId).not.toBe(id)
    expect(context.correlationId).toBe(context.requestId)
  }
})

test('an accepted id never contains characters that could break a log or a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 8, maxLength: 64 }), (id) => {
      expect(isTransportableId(id)).toBe(!/[^A-Za-z0-9_.-]/.test(id))
    }),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.-]{8,64}$/), (id) => {
      expect(isTransportableId(id)).toBe(true)
    }),
  )
})

describe('the context of a request', () => {
  beforeEach(() => start(true))

  test('reaches the handler even if the body arrives late and in pieces', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(2_000) })
    const socket = connect(port, '127.0.0.1')
    for (const id of ['first-request', 'second-request']) {
      socket.write(
        `POST /echo HTTP/1.1\r\nHost: x\r\nx-request-id: ${id}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      await new Promise((resolve) => setImmediate(resolve))
      socket.write(body.slice(0, 1_000))
      await new Promise((resolve) => setImmediate(resolve))
      socket.write(body.slice(1_000))
      await once(socket, 'data')
    }
    socket.destroy()
    expect(seen.map((context) => context?.requestId)).toEqual(['first-request', 'second-request'])
  })

  test('is separate for concurrent requests on kept-alive connections', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `request-${index}`)
    const replies = await Promise.all(ids.map((id) => post(id, { 'x-request-id': id })))
    const contexts = await Promise.all(replies.map(contextIn))
    expect(contexts.map((context) => context.requestId)).toEqual(ids)
    expect(replies.map((reply) => reply.headers.get('x-request-id'))).toEqual(ids)
  })
})

test('a request’s own logger uses the ids of that request, in whatever context it is called', async () => {
  const { stream, read } = logLines()
  const waiting: (() => void)[] = []
  ;({ app } = await createService({ name: 'test', description: '', logLevel: 'warn', logTo: stream }))
  app.get('/', { config: { access: 'anyone' } }, (request, reply) => {
    waiting.push(() => {
      request.log.warn('answered')
      reply.send({})
    })
    // The first request waits for the second, which releases both.
    if (waiting.length === 2) for (const answer of waiting) answer()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const replies = await Promise.all([fetch(app.listeningOrigin), fetch(app.listeningOrigin)])
  const ids = replies.map((reply) => reply.headers.get('x-request-id')).sort()
  expect(
    read()
      .map(({ requestId }) => requestId)
      .sort(),
  ).toEqual(ids)
  for (const { requestId, correlationId } of read()) expect(correlationId).toBe(requestId)
})
