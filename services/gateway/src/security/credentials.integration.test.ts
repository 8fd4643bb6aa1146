import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { upstreamNames } from '../routes.ts'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
let learner: string
let admin: string
beforeAll(async () => {
  gateway = await startGateway()
  learner = await gateway.identity.token('learner')
  admin = await gateway.identity.token('admin')
})
afterAll(() => gateway?.close())
afterEach(() => {
  for (const name of upstreamNames) gateway.upstreams[name].forget()
})

const open = '/api/features/planned'
const forLearners = '/api/progress/get'
const forAdmins = '/api/questions/unified/some-id/history'
const get = (path: string, headers: Record<string, string> = {}) => call(gateway.url + path, { headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const cookies = (values: Record<string, string>) => ({
  cookie: Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
})
const tampered = (token: string) => `${token.slice(0, -6)}AAAAAA`

describe('Authorization: Bearer', () => {
  test.each([
    [open, 'none', 200],
    [open, 'learner', 200],
    [open, 'admin', 200],
    [forLearners, 'none', 401],
    [forLearners, 'learner', 200],
    [forLearners, 'admin', 403],
    [forAdmins, 'none', 401],
    [forAdmins, 'learner', 403],
    [forAdmins, 'admin', 200],
  ])('%s with %s gets %i', async (path, who, status) => {
    const headers = who === 'none' ? {} : bearer(who === 'learner' ? learner : admin)
    expect((await get(path, headers)).status).toBe(status)
  })

  test('gets the documented error messages', async () => {
    expect((await get(forLearners)).body).toMatchObject({
      success: false,
      error: 'Authentication required',
      code: 'authentication_required',
    })
    expect((await get(forLearners, bearer(tampered(learner)))).body).toMatchObject({
      success: false,
      error: 'Invalid authentication token',
      code: 'invalid_token',
    })
  })

  test('is passed on unchanged', async () => {
    await get(forLearners, bearer(learner))
    expect(gateway.upstreams.progress.last().headers.authorization).toBe(`Bearer ${learner}`)
  })

  test('is rejected if invalid, even on routes open to anyone', async () => {
    const bad = [
      tampered(learner),
      'null',
      'a b c',
      await gateway.identity.token('learner', { expiresIn: -5 }),
      await gateway.identity.forgedToken('admin'),
    ]
    for (const token of bad) expect((await get(open, bearer(token))).status).toBe(401)
    expect(gateway.upstreams.questions.seen).toEqual([])
  })

  test('is rejected once its session has ended', async () => {
    const sessionId = randomUUID()
    const token = await gateway.identity.token('learner', { sessionId })
    expect((await get(forLearners, bearer(token))).status).toBe(200)
    await gateway.identity.endSession(sessionId)
    await vi.waitFor(async () => expect((await get(forLearners, bearer(token))).status).toBe(401))
  })
})

describe('cookies', () => {
  const both = () => cookies({ rehearse_token: learner, rehearse_admin: admin })
  const area = { 'x-rehearse-area': 'admin' }
  const passedOn = () => gateway.upstreams.questions.last().headers.authorization

  test.each([
    ['the learner’s on a page for learners', forLearners, {}, 200],
    ['the admin’s on a page for admins', forAdmins, {}, 200],
    ['the learner’s on a page for learners, whatever area the caller names', forLearners, area, 200],
  ])('%s counts', async (_what, path, extra, status) => {
    expect((await get(path, { ...both(), ...extra })).status).toBe(status)
  })

  test('on a page open to anyone, the learner’s cookie counts, and the admin’s in the admin area', async () => {
    await get(open, both())
    expect(passedOn()).toBe(`Bearer ${learner}`)
    await get(open, { ...both(), ...area })
    expect(passedOn()).toBe(`Bearer ${admin}`)
    await get(open, { ...cookies({ rehearse_token: learner }), ...area })
    expect(passedOn()).toBeUndefined()
  })

  test('an invalid one is ignored on routes open to anyone, and rejected elsewhere', async () => {
    const expired = await gateway.identity.token('learner', { expiresIn: -5 })
    for (const token of [expired, tampered(learner), 'nonsense']) {
      expect((await get(open, cookies({ rehearse_token: token }))).status).toBe(200)
      expect(passedOn()).toBeUndefined()
      const refused = await get(forLearners, cookies({ rehearse_token: token }))
      expect(refused.status).toBe(401)
      expect(refused.body.error).toBe('Invalid authentication token')
    }
  })

  test('the header takes precedence over a cookie', async () => {
    await get(open, { ...cookies({ rehearse_token: learner }), ...bearer(admin) })
    expect(passedOn()).toBe(`Bearer ${admin}`)
  })

  test('only identity receives cookies, and only its own', async () => {
    const all = cookies({ rehearse_token: learner, rehearse_refresh: 'r3fresh_-', other: '1' })
    await get(open, all)
    expect(gateway.upstreams.questions.last().headers.cookie).toBeUndefined()
    await call(`${gateway.url}/api/auth/refresh`, { method: 'POST', headers: all })
    expect(gateway.upstreams.identity.last().headers.cookie).toBe('rehearse_refresh=r3fresh_-')
  })

  test('cookies that a service sets reach the client', async () => {
    gateway.upstreams.identity.answerWith((_request, reply) =>
      reply.header('set-cookie', ['a=1; HttpOnly', 'b=2; HttpOnly']).send({ success: true }),
    )
    const reply = await call(`${gateway.url}/api/auth/logout`, { method: 'POST' })
    expect(reply.headers['set-cookie']).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly'])
  })
})

describe('the admin session', () => {
  test('is checked by identity alone, which has its own messages', async () => {
    gateway.upstreams.identity.answerWith((_request, reply) =>
      reply.code(401).send({ error: 'No token provided' }),
    )
    expect((await get('/api/admin/auth')).body).toEqual({ error: 'No token provided' })
    await get('/api/admin/auth', bearer('nonsense'))
    expect(gateway.upstreams.identity.last().headers.authorization).toBe('Bearer nonsense')
    await get('/api/admin/auth', cookies({ rehearse_admin: admin, rehearse_token: learner }))
    expect(gateway.upstreams.identity.last().headers.authorization).toBe(`Bearer ${admin}`)
  })
})

describe('headers that claim an identity or origin', () => {
  const claims = {
    'x-request-id': 'spoofed-request-id',
    'x-correlation-id': 'spoofed-correlation',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'x-user-id': 'somebody',
    'x-role': 'super_admin',
  }

  test('are dropped and replaced by ours', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const reply = await get(open, { ...claims, traceparent, 'if-none-match': '"x"' })
    const { headers } = gateway.upstreams.questions.last()
    expect(headers).toMatchObject({
      'x-request-id': reply.headers['x-request-id'],
      'x-correlation-id': reply.headers['x-request-id'],
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(gateway.url).host,
      'x-forwarded-proto': 'http',
      traceparent,
      'if-none-match': '"x"',
    })
    expect(Object.values(headers).join()).not.toMatch(/spoofed|203\.0|evil|somebody|super_admin/)
    expect(reply.headers['strict-transport-security']).toBeUndefined()
  })
})
