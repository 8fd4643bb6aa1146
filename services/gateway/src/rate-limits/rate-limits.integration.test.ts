import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({
    TRUST_PROXY: '127.0.0.1',
    ALLOWED_HOSTS: 'rehearse.example',
    RATE_LIMIT_READ: '3',
    RATE_LIMIT_WRITE: '0',
    RATE_LIMIT_ANSWERS: '10',
    RATE_LIMIT_IMPORT: '2',
    RATE_LIMIT_UPLOAD: '1',
    RATE_LIMIT_EXPORT: '2',
  })
})
afterAll(() => gateway?.close())

/** An address that no other test uses. */
let addresses = 0
function newAddress() {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}
const read = (headers: Record<string, string>, path = '/api/features/planned') =>
  call(gateway.url + path, { headers })
const figures = (reply: { headers: Record<string, unknown> }) => [
  Number(reply.headers['ratelimit-limit']),
  Number(reply.headers['ratelimit-remaining']),
]

describe('a limit', () => {
  test('counts down in the headers, then rejects requests with the time to wait', async () => {
    const address = newAddress()
    for (const left of [2, 1, 0]) {
      const reply = await read(address)
      expect(reply.status).toBe(200)
      expect(figures(reply)).toEqual([3, left])
      expect(Number(reply.headers['ratelimit-reset'])).toBeGreaterThan(0)
    }
    const refused = await read(address)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ success: false, code: 'too_many_requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(figures(refused)).toEqual([3, 0])
  })

  test('is shared by all routes of its class', async () => {
    const address = newAddress()
    await read(address)
    expect(figures(await read(address, '/api/topics'))).toEqual([3, 1])
  })

  test('is counted per address for visitors, and per network for IPv6 subscribers', async () => {
    const address = newAddress()
    await read(address)
    expect(figures(await read(newAddress()))).toEqual([3, 2])
    await read({ 'x-forwarded-for': '2001:db8:1:2::1' })
    expect(figures(await read({ 'x-forwarded-for': '2001:db8:1:2:ffff::9' }))).toEqual([3, 1])
  })

  test('is counted per learner wherever they connect from', async () => {
    const token = await gateway.identity.token('learner')
    const authorization = `Bearer ${token}`
    await read({ ...newAddress(), authorization })
    expect(figures(await read({ ...newAddress(), authorization }))).toEqual([3, 1])
  })

  test('counts rejected requests too', async () => {
    const address = newAddress()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await read({ ...address, authorization: 'Bearer guess' })).status).toBe(401)
    }
    expect((await read({ ...address, authorization: 'Bearer guess' })).status).toBe(429)
  })

  test.each([
    ['an unknown path', 'GET', '/api/nowhere', 404],
    ['an unknown path with another method', 'POST', '/api/nowhere', 404],
    ['an unsupported method', 'PATCH', '/api/features/planned', 405],
  ])('counts %s as a read', async (_what, method, path, status) => {
    const headers = newAddress()
    for (const left of [2, 1, 0]) {
      const reply = await call(gateway.url + path, { method, headers })
      expect([reply.status, ...figures(reply)]).toEqual([status, 3, left])
    }
    expect((await call(gateway.url + path, { method, headers })).status).toBe(429)
    expect((await read(headers)).status).toBe(429)
  })

  test('of exports counts for ten minutes, for the learner and for the network', async () => {
    const address = newAddress()
    const exportAs = async (bearer: string, headers: Record<string, string>) =>
      call(`${gateway.url}/api/users/me/export`, { bearer, headers })
    const [ann, ben] = [await gateway.identity.token('learner'), await gateway.identity.token('learner')]
    expect(figures(await exportAs(ann, address))).toEqual([2, 1])
    expect((await exportAs(ben, address)).status).toBe(200)
    const refused = await exportAs(ben, address)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await exportAs(ann, newAddress())).status).toBe(200)
    expect((await exportAs(ann, newAddress())).status).toBe(429)
  })

  test('is disabled by 0', async () => {
    const reply = await call(`${gateway.url}/api/auth/logout`, { method: 'POST', headers: newAddress() })
    expect(reply.status).toBe(200)
    expect(reply.headers['ratelimit-limit']).toBeUndefined()
  })
})

test.each([
  ['imports', 'POST', '/api/questions/import', 2],
  ['exports', 'GET', '/api/questions/export', 2],
  ['uploads', 'POST', '/api/audio/upload', 1],
])('%s have a separate limit', async (_what, method, path, limit) => {
  const bearer = await gateway.identity.token('admin')
  const send = () =>
    call(gateway.url + path, {
      method,
      bearer,
      headers: newAddress(),
      ...(method === 'POST' && { body: {} }),
    })
  for (let left = limit - 1; left >= 0; left -= 1) {
    const reply = await send()
    expect([reply.status, ...figures(reply)]).toEqual([200, limit, left])
  }
  const refused = await send()
  expect([refused.status, ...figures(refused)]).toEqual([429, limit, 0])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['ratelimit-reset'])).toBeGreaterThan(0)
})

describe('answers', () => {
  const batchOf = (count: number) => ({ answers: Array.from({ length: count }, () => ({})) })
  const learner = async () => {
    const bearer = await gateway.identity.token('learner')
    return (path: string, body: unknown = {}) =>
      call(`${gateway.url}/api/progress/save${path}`, { method: 'POST', bearer, body, headers: newAddress() })
  }

  test('count individually, in a batch too; a batch above what is left is rejected as a whole', async () => {
    const send = await learner()
    expect(figures(await send(''))).toEqual([10, 9])
    expect(figures(await send('/batch', batchOf(4)))).toEqual([10, 5])
    gateway.upstreams.progress.forget()
    const refused = await send('/batch', batchOf(6))
    // The call was counted, the answers were not: a smaller batch still fits.
    expect([refused.status, ...figures(refused)]).toEqual([429, 10, 4])
    expect(refused.body.code).toBe('too_many_requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(gateway.upstreams.progress.seen).toEqual([])
    const fitting = await send('/batch', batchOf(4))
    expect([fitting.status, ...figures(fitting)]).toEqual([200, 10, 0])
    for (const path of ['', '/batch']) expect((await send(path, batchOf(1))).status).toBe(429)
  })

  test('are limited per learner', async () => {
    const [one, other] = [await learner(), await learner()]
    await one('/batch', batchOf(10))
    expect(figures(await other('/batch', batchOf(3)))).toEqual([10, 7])
  })

  test('count on arrival, valid or not, whatever else the body contains', async () => {
    gateway.upstreams.progress.answerWith((_request, reply) => reply.code(400).send({ success: false }))
    const send = await learner()
    expect(figures(await send('/batch', '{"count":1,"answers":[1,2,3,'))).toEqual([10, 6])
    expect(figures(await send('/batch', '{"answers":[]}'))).toEqual([10, 5])
    expect(figures(await send('/batch', '{"\\u0061nswers":[{},{},{}]}'))).toEqual([10, 2])
    gateway.upstreams.progress.forget()
  })
})

describe('a rejected request counts on arrival:', () => {
  const path = '/api/questions/unified/some-id/check'
  let strict: RunningGateway
  beforeAll(async () => {
    strict = await startGateway({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_WRITE: '2' })
  })
  afterAll(() => strict?.close())

  test.each([
    ['JSON nested too deeply', path, { body: '['.repeat(100) }, 400],
    ['a body that is too large', path, { body: 'x'.repeat(20_000) }, 413],
    ['an invalid token', path, { body: '{}', bearer: 'guess' }, 401],
    ['no token', '/api/progress/reset', { body: '{}' }, 401],
    ['another origin', path, { body: '{}', headers: { origin: 'https://evil.example' } }, 403],
  ])('%s', async (_what, target, request, status) => {
    const headers = { 'content-type': 'application/json', ...newAddress() }
    const send = () =>
      call(strict.url + target, {
        method: 'POST',
        ...request,
        headers: { ...headers, ...('headers' in request && request.headers) },
      })
    expect((await send()).status).toBe(status)
    expect((await send()).status).toBe(status)
    expect((await send()).status).toBe(429)
  })
})

test.each([
  ['for another host', 'GET', '/api/topics', { host: 'elsewhere.example' }, 421],
  ['of another origin', 'POST', '/api/auth/login', { origin: 'https://elsewhere.example' }, 403],
  ['with a body that is too long', 'POST', '/api/auth/login', { 'content-type': 'application/json' }, 413],
])(
  'a request %s counts, although it is rejected before its class is counted',
  async (_what, method, path, headers, status) => {
    const address = newAddress()
    const statuses = []
    for (let times = 0; times < 4; times += 1) {
      const reply = await call(gateway.url + path, {
        method,
        headers: { ...address, ...headers },
        ...(status === 413 && { body: Buffer.alloc(2 * 1024 * 1024) }),
      })
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([status, status, status, 429])
  },
)

test('a HEAD request counts once', async () => {
  const address = newAddress()
  const head = () => call(`${gateway.url}/api/features/planned`, { method: 'HEAD', headers: address })
  expect(figures(await head())).toEqual([3, 2])
  expect(figures(await head())).toEqual([3, 1])
})

test('sign-ins and sign-ups are counted by identity, which sees all of them', async () => {
  const headers = newAddress()
  for (const path of ['/api/auth/login', '/api/admin/auth', '/api/auth/register']) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const reply = await call(gateway.url + path, { method: 'POST', body: {}, headers })
      expect([reply.status, reply.headers['ratelimit-limit']]).toEqual([200, undefined])
    }
  }
})

test("identity's counts are passed to the client", async () => {
  gateway.upstreams.identity.answerWith((_request, reply) =>
    reply
      .code(429)
      .headers({ 'ratelimit-limit': 10, 'ratelimit-remaining': 0, 'retry-after': 42 })
      .send({ success: false }),
  )
  const reply = await call(`${gateway.url}/api/auth/login`, {
    method: 'POST',
    body: {},
    headers: newAddress(),
  })
  gateway.upstreams.identity.forget()
  expect([reply.status, ...figures(reply), reply.headers['retry-after']]).toEqual([429, 10, 0, '42'])
})

test('behind a trusted proxy, the client’s scheme and host are the forwarded ones', async () => {
  const reply = await read({
    ...newAddress(),
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'rehearse.example',
  })
  expect(reply.headers['strict-transport-security']).toContain('max-age=')
  expect(gateway.upstreams.questions.last().headers).toMatchObject({
    'x-forwarded-for': `198.51.100.${addresses}`,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'rehearse.example',
  })
})
