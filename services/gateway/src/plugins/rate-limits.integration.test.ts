import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_READ: '3',
    RATE_LIMIT_WRITE: '0',
    RATE_LIMIT_REGISTER: '2',
    RATE_LIMIT_SIGNIN_ACCOUNT: '2',
    RATE_LIMIT_SIGNIN_ADDRESS: '6',
  })
})
afterAll(() => gateway?.close())

/** An address that no other test comes from. */
let addresses = 0
function newAddress() {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}
const read = (headers: Record<string, string>, path = '/api/categories') =>
  call(gateway.url + path, { headers })
const signIn = (email: unknown, headers: Record<string, string> = newAddress(), path = '/api/auth/login') =>
  call(gateway.url + path, { method: 'POST', body: { email, password: 'wrong' }, headers })
const figures = (reply: { headers: Record<string, unknown> }) => [
  Number(reply.headers['ratelimit-limit']),
  Number(reply.headers['ratelimit-remaining']),
]

describe('a limit', () => {
  test('counts down in the headers, then refuses and says for how long', async () => {
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

  test('is one for all routes of its class', async () => {
    const address = newAddress()
    await read(address)
    expect(figures(await read(address, '/api/topics'))).toEqual([3, 1])
  })

  test('is a visitor’s by address, and an IPv6 subscriber’s by network', async () => {
    const address = newAddress()
    await read(address)
    expect(figures(await read(newAddress()))).toEqual([3, 2])
    await read({ 'x-forwarded-for': '2001:db8:1:2::1' })
    expect(figures(await read({ 'x-forwarded-for': '2001:db8:1:2:ffff::9' }))).toEqual([3, 1])
  })

  test('is a learner’s own wherever they come from', async () => {
    const token = await gateway.identity.token('learner')
    const authorization = `Bearer ${token}`
    await read({ ...newAddress(), authorization })
    expect(figures(await read({ ...newAddress(), authorization }))).toEqual([3, 1])
  })

  test('counts refused requests too', async () => {
    const address = newAddress()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await read({ ...address, authorization: 'Bearer guess' })).status).toBe(401)
    }
    expect((await read({ ...address, authorization: 'Bearer guess' })).status).toBe(429)
  })

  test('of 0 is none', async () => {
    const reply = await call(`${gateway.url}/api/auth/logout`, { method: 'POST', headers: newAddress() })
    expect(reply.status).toBe(200)
    expect(reply.headers['ratelimit-limit']).toBeUndefined()
  })
})

describe('signing in', () => {
  test('is limited for each account, whoever tries', async () => {
    expect((await signIn('ann@example.org')).status).toBe(200)
    expect((await signIn(' Ann@Example.org ')).status).toBe(200)
    expect((await signIn('ann@example.org')).status).toBe(429)
    expect((await signIn('bob@example.org')).status).toBe(200)
    expect((await signIn('ann@example.org', newAddress(), '/api/admin/auth')).status).toBe(200)
  })

  test('is limited for each address, whichever account is tried', async () => {
    const address = newAddress()
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await signIn(`guess-${attempt}@example.org`, address)).status).toBe(200)
    }
    expect((await signIn('one-more@example.org', address)).status).toBe(429)
  })

  test('goes on with its body byte for byte, sensible or not', async () => {
    const bodies = ['{ "email":"Zoë@example.org" }', 'null', '""', '{"broken', '[]', '0', '{"email":7}']
    for (const body of bodies) {
      const headers = { ...newAddress(), 'content-type': 'application/json' }
      const reply = await call(`${gateway.url}/api/auth/login`, { method: 'POST', body, headers })
      expect(reply.status).toBe(200)
      expect(gateway.upstreams.identity.last().body.toString()).toBe(body)
      expect(gateway.upstreams.identity.last().headers['content-type']).toBe('application/json')
    }
    const empty = await call(`${gateway.url}/api/auth/login`, { method: 'POST', headers: newAddress() })
    expect(empty.status).toBe(200)
    expect(gateway.upstreams.identity.last().body).toHaveLength(0)
  })

  test('with more than a megabyte is refused', async () => {
    expect((await signIn('x'.repeat(1_100_000))).status).toBe(413)
  })
})

test('registering has a limit of its own', async () => {
  const address = newAddress()
  const register = () =>
    call(`${gateway.url}/api/auth/register`, { method: 'POST', body: {}, headers: address })
  expect(figures(await register())).toEqual([2, 1])
  await register()
  expect((await register()).status).toBe(429)
})

test('behind a trusted proxy the client’s scheme and host are the ones it tells', async () => {
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
