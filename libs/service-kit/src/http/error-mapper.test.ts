import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { DomainError, type DomainErrorInput, type ErrorKind, errorReply } from '@rehearse/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type App, createService } from '../service.ts'

const access = 'anyone' as const
let app: App
let thrown: unknown
beforeEach(async () => {
  ;({ app } = await createService({ name: 'test', description: '', logLevel: 'silent' }))
  app.get('/throw', { config: { access } }, async () => {
    throw thrown
  })
  const body = z.object({ title: z.string().min(3), options: z.array(z.object({ text: z.string() })) })
  app.post('/things', { config: { access }, schema: { body } }, async () => ({}))
  app.get<{ Querystring: { what: string } }>(
    '/failing',
    {
      config: { access, failureMessage: ({ query }) => `Failed to get ${(query as { what: string }).what}` },
    },
    async () => {
      throw new Error('disk on fire')
    },
  )
  app.post(
    '/named',
    {
      config: { access, invalidMessage: 'Question data required', failureMessage: 'Failed to name' },
      schema: { body },
    },
    async () => {
      if (thrown) throw thrown
      return {}
    },
  )
})
afterEach(() => app.close())

async function replyTo(error: unknown) {
  thrown = error
  const reply = await app.inject('/throw')
  return { status: reply.statusCode, body: errorReply.parse(reply.json()), headers: reply.headers }
}
const domainError = (input: Partial<DomainErrorInput> = {}) =>
  new DomainError({ kind: 'conflict', code: 'taken', message: 'That name is taken', ...input })
const post = (url: string, payload: unknown, headers = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: payload as string,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('domain errors', () => {
  test.each([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['method-not-allowed', 405],
    ['conflict', 409],
    ['gone', 410],
    ['stale', 412],
    ['too-large', 413],
    ['unsupported', 415],
    ['misdirected', 421],
    ['too-many', 429],
    ['unavailable', 503],
  ] as [ErrorKind, number][])('%s is a %i', async (kind, status) => {
    const reply = await replyTo(domainError({ kind }))
    expect(reply.status).toBe(status)
    expect(reply.body).toEqual({
      success: false,
      error: 'That name is taken',
      code: 'taken',
      requestId: reply.headers['x-request-id'],
    })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('include their details', async () => {
    const details = [{ path: 'options.0.text', message: 'is empty' }]
    expect((await replyTo(domainError({ details }))).body.details).toEqual(details)
  })

  test('are found at any depth of causes', async () => {
    const wrapped = new Error('c', { cause: new Error('b', { cause: domainError() }) })
    expect(await replyTo(wrapped)).toMatchObject({ status: 409, body: { code: 'taken' } })
  })

  test.each([
    [undefined, undefined],
    [1, '1'],
    [2.2, '3'],
  ])('with a retry after %s s have the header Retry-After: %s', async (retryAfterSeconds, header) => {
    const { headers } = await replyTo(domainError({ kind: 'too-many', retryAfterSeconds }))
    expect(headers['retry-after']).toBe(header)
  })
})

describe('unexpected errors', () => {
  test.each([
    ['an error', new Error('password=hunter2')],
    ['an error with a cause', new Error('hunter2', { cause: new TypeError('hunter2') })],
    ['a database error', Object.assign(new Error('hunter2'), { code: '42P01', detail: 'hunter2' })],
    ['an error with a status of 500', Object.assign(new Error('hunter2'), { statusCode: 500 })],
    ['an error with a status of 200', Object.assign(new Error('hunter2'), { statusCode: 200 })],
    ['text', 'hunter2'],
    ['an object', { secret: 'hunter2' }],
  ])('do not reveal details: %s', async (_name, error) => {
    const { status, body } = await replyTo(error)
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 'internal', error: 'Something went wrong on our side' })
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  test('respond with 503 and Retry-After when a server is down', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' })
    const reply = await replyTo(new Error('query failed', { cause: away }))
    expect(reply).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } })
    expect(reply.headers['retry-after']).toBe('1')
    expect(reply.body.error).not.toContain('10.0.0.1')
  })

  test('respond with 503 to the transaction that loses a deadlock', async () => {
    const ended = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const reply = await replyTo(new Error('update failed', { cause: ended }))
    expect(reply).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } })
  })

  test('respond with 409 to a write whose referenced row was deleted', async () => {
    const violation = Object.assign(new Error('violates foreign key constraint'), { code: '23503' })
    const reply = await replyTo(new Error('insert failed', { cause: violation }))
    expect(reply).toMatchObject({ status: 409, body: { code: 'reference_gone' } })
    expect(reply.body.error).not.toContain('constraint')
  })

  test("respond with 400 to text that Postgres can't store", async () => {
    const refusal = Object.assign(new Error('invalid byte sequence'), { code: '22021' })
    const reply = await replyTo(new Error('select failed', { cause: refusal }))
    expect(reply).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
    expect(reply.body.error).not.toContain('byte sequence')
  })

  test('respond with 500 when a response does not match its schema', async () => {
    app.get(
      '/wrong',
      { config: { access }, schema: { response: { 200: z.object({ id: z.string() }) } } },
      (async () => ({
        id: 7,
      })) as never,
    )
    const reply = await app.inject('/wrong')
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toMatchObject({ code: 'internal' })
  })
})

describe('input that does not match its schema', () => {
  test('is reported field by field', async () => {
    const reply = await post('/things', { title: 'ab', options: [{ text: 'a' }, {}] })
    expect(reply.statusCode).toBe(400)
    expect(errorReply.parse(reply.json())).toMatchObject({
      code: 'invalid_request',
      error: expect.stringMatching(/^Invalid request: title /),
      details: [
        { path: 'title', message: expect.any(String) },
        { path: 'options.1.text', message: expect.any(String) },
      ],
    })
  })

  test('has an empty path when the whole body is wrong', async () => {
    const reply = await post('/things', [])
    expect(reply.json()).toMatchObject({ code: 'invalid_request', details: [{ path: '' }] })
  })

  test("gets the route's own message if there is one, with the same code and details", async () => {
    expect((await post('/named', { title: 'ab' })).json()).toMatchObject({
      code: 'invalid_request',
      error: 'Question data required',
      details: [{ path: 'title' }, { path: 'options' }],
    })
    expect((await post('/named', '{')).json()).toMatchObject({
      code: 'malformed_request',
      error: 'Question data required',
    })
  })

  test("gets the route's own message for schema errors only", async () => {
    thrown = domainError({ kind: 'invalid' })
    const reply = await post('/named', { title: 'abc', options: [] })
    expect(reply.json()).toMatchObject({ code: 'taken', error: 'That name is taken' })
  })
})

describe('error details', () => {
  test('are limited to 20, with a line that counts the rest', async () => {
    const reply = await post('/things', { title: 'abc', options: Array(5_000).fill(0) })
    const { details = [] } = errorReply.parse(reply.json())
    expect(details).toHaveLength(21)
    expect(details[19]).toMatchObject({ path: 'options.19' })
    expect(details[20]).toEqual({ path: '', message: 'and 4980 more' })
  })

  test('are complete when there are at most 20', async () => {
    const details = Array.from({ length: 20 }, (_, at) => ({ path: `options.${at}`, message: 'is empty' }))
    expect((await replyTo(domainError({ details }))).body.details).toEqual(details)
  })

  test('shorten long names and texts, as does the message', async () => {
    const long = '\u{1f600}'.repeat(5_000)
    const details = [{ path: long, message: long }]
    const { body } = await replyTo(domainError({ message: long, details }))
    expect(body.details?.[0]?.path).toMatch(/^(\u{1f600})+…$/u)
    expect(JSON.stringify(body).length).toBeLessThan(2_500)
  })
})

describe('a JSON body', () => {
  const nested = (levels: number) => `{"title":"abc","options":${'['.repeat(levels)}${']'.repeat(levels)}}`

  test('may be nested 64 levels deep', async () => {
    expect((await post('/things', nested(63))).json()).toMatchObject({ code: 'invalid_request' })
  })

  test.each([
    ['65 levels', nested(64)],
    ['one level per byte', '['.repeat(16 * 1024)],
    ['objects', '{"a":'.repeat(3_000)],
  ])('is rejected when nested too deeply: %s', async (_what, body) => {
    const reply = await post('/things', body)
    expect(reply.statusCode).toBe(400)
    expect(errorReply.parse(reply.json())).toMatchObject({ code: 'too_deep' })
  })

  test('is rejected when it has more values than the route accepts', async () => {
    app.post('/many', { config: { access }, bodyLimit: 1024 * 1024 }, async () => ({}))
    app.post('/more', { config: { access, jsonValues: 200_000 }, bodyLimit: 1024 * 1024 }, async () => ({}))
    const body = JSON.stringify(Array(100_000).fill(0))
    expect((await post('/many', body)).json()).toMatchObject({ code: 'too_many_values' })
    expect((await post('/more', body)).statusCode).toBe(200)
  })

  test('may begin with a byte order mark and contain any character', async () => {
    const body = `\ufeff${JSON.stringify({ title: 'مرحبا', options: [] })}`
    expect((await post('/things', body)).statusCode).toBe(200)
  })
})

describe('framework errors', () => {
  test.each([
    ['invalid JSON', 400, 'malformed_request', () => post('/things', '{"title":')],
    ['an empty body', 400, 'malformed_request', () => post('/things', '')],
    ['a prototype in the body', 400, 'malformed_request', () => post('/things', '{"__proto__":{}}')],
    [
      'another media type',
      415,
      'unsupported_media_type',
      () => post('/things', '<a/>', { 'content-type': 'text/xml' }),
    ],
    [
      'plain text',
      415,
      'unsupported_media_type',
      () => post('/things', 'a', { 'content-type': 'text/plain' }),
    ],
    ['a large body', 413, 'payload_too_large', () => post('/things', JSON.stringify('x'.repeat(16 * 1024)))],
    ['an unknown route', 404, 'not_found', () => app.inject('/nowhere')],
    ['a malformed URL', 400, 'malformed_request', () => app.inject('/%E0%A4%A')],
  ])('%s gets a %i %s', async (_name, status, code, send) => {
    const reply = await send()
    expect(reply.statusCode).toBe(status)
    expect(errorReply.parse(reply.json())).toMatchObject({ code })
    expect(reply.headers['x-request-id']).toBe(reply.json().requestId)
  })

  test.each([
    ['input that is not HTTP', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['endless headers', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}`, 431, 'headers_too_large'],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n',
      417,
      'expectation_failed',
    ],
  ])(
    '%s gets a response in the documented format, and the connection ends',
    async (_name, sent, status, code) => {
      await app.listen({ host: '127.0.0.1', port: 0 })
      const socket = connect({ port: (app.server.address() as { port: number }).port, allowHalfOpen: true })
      socket.write(sent)
      const [head, body] = (await text(socket)).split('\r\n\r\n')
      expect(head).toContain(`HTTP/1.1 ${status} `)
      expect(errorReply.parse(JSON.parse(body ?? ''))).toMatchObject({ code })
      const connections = () =>
        new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
      await expect.poll(connections).toBe(0)
      socket.destroy()
    },
  )
})

test('a client that aborts its body does not count as a server that is down', async () => {
  const { status, body } = await replyTo(
    Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 }),
  )
  expect([status, body.code]).toEqual([400, 'malformed_request'])
})

test("a server error uses the route's own message if there is one", async () => {
  const reply = await app.inject('/failing?what=backup+files')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toMatchObject({ code: 'internal', error: 'Failed to get backup files' })
  thrown = new Error('disk on fire')
  expect((await post('/named', { title: 'abc', options: [] })).json()).toMatchObject({
    error: 'Failed to name',
  })
})
