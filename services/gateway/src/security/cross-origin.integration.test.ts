import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
let token: string
beforeAll(async () => {
  gateway = await startGateway()
  token = await gateway.identity.token('learner')
})
afterAll(() => gateway?.close())
afterEach(() => gateway.upstreams.progress.forget())

const save = (headers: Record<string, string>) =>
  call(`${gateway.url}/api/progress/save`, { method: 'POST', body: {}, headers })
const withCookie = (headers: Record<string, string>) =>
  save({ cookie: `rehearse_token=${token}`, ...headers })

describe('a write authenticated by a cookie', () => {
  test.each([
    ['our own origin', () => ({ origin: gateway.url, 'sec-fetch-site': 'same-origin' })],
    ['no origin at all', () => ({})],
    ['no origin, typed into the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ])('is accepted from %s', async (_where, headers) => {
    expect((await withCookie(headers())).status).toBe(200)
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of ours', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nonsense', { origin: '::' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    [
      'another site that claims to be ours',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is rejected from %s', async (_where, headers) => {
    const reply = await withCookie(headers as Record<string, string>)
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ success: false, code: 'cross_origin' })
    expect(gateway.upstreams.progress.seen).toEqual([])
  })
})

test('signing a user in from another site is rejected, even without a cookie', async () => {
  const reply = await call(`${gateway.url}/api/auth/set-cookie`, {
    method: 'POST',
    body: { token },
    headers: { origin: 'https://evil.example' },
  })
  expect(reply.status).toBe(403)
})

test('a token in the header may come from anywhere, since no cross-origin page can set it', async () => {
  const reply = await save({ authorization: `Bearer ${token}`, origin: 'https://app.example' })
  expect(reply.status).toBe(200)
})

test('reads are accepted from any origin', async () => {
  const reply = await call(`${gateway.url}/api/progress/get`, {
    headers: { cookie: `rehearse_token=${token}`, origin: 'https://evil.example' },
  })
  expect(reply.status).toBe(200)
  expect(reply.headers['access-control-allow-origin']).toBeUndefined()
})

describe('allowed cross-origin pages', () => {
  const app = 'https://app.example'
  let open: RunningGateway
  let bearer: string
  beforeAll(async () => {
    open = await startGateway({ CORS_ORIGINS: `https://other.example/, ${app}` })
    bearer = await open.identity.token('learner')
  })
  afterAll(() => open?.close())
  afterEach(() => {
    for (const upstream of Object.values(open.upstreams)) upstream.forget()
  })
  const from = (
    origin: string,
    path: string,
    options: { method?: string; headers?: Record<string, string> } = {},
  ) => call(`${open.url}${path}`, { ...options, headers: { origin, ...options.headers } })
  const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }

  test('get a successful preflight; others do not, and no service receives it', async () => {
    const path = '/api/progress/save'
    const response = await from(app, path, { method: 'OPTIONS', headers: asks })
    expect(response).toMatchObject({ status: 204, text: '' })
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      vary: 'Origin',
    })
    const stranger = await from('https://evil.example', path, { method: 'OPTIONS', headers: asks })
    expect(stranger.status).toBe(405)
    expect((await from(app, path, { method: 'OPTIONS' })).body).toMatchObject({ code: 'method_not_allowed' })
    expect(Object.keys(stranger.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(open.upstreams.progress.seen).toEqual([])
  })

  test.each<[string, string, Record<string, string>, number]>([
    ['a service', '/api/progress/get', {}, 200],
    ['memory', '/api/questions/stats', {}, 200],
    ['ourselves', '/api/health', {}, 200],
    ['a check that refuses', '/api/progress/get', { authorization: 'Bearer nonsense' }, 401],
    ['no route', '/api/nowhere', {}, 404],
  ])(
    'may read what comes from %s; a stranger may not, and neither brings cookies',
    async (_whence, path, own, status) => {
      const headers = { authorization: `Bearer ${bearer}`, ...own }
      if (path === '/api/questions/stats') headers.authorization = ''
      open.upstreams.questions.answerWith((_request, reply) =>
        reply.header('vary', 'accept-encoding').send({ success: true }),
      )
      for (const again of [1, 2]) {
        const reply = await from(app, path, { headers })
        expect([again, reply.status]).toEqual([again, status])
        expect(reply.headers).toMatchObject({
          'access-control-allow-origin': app,
          'access-control-expose-headers': expect.stringContaining('ETag'),
          vary: expect.stringMatching(/^Origin(?:, accept-encoding)?$/),
        })
        const stranger = await from('https://evil.example', path, { headers })
        expect(stranger.headers['access-control-allow-origin']).toBeUndefined()
        expect(stranger.headers.vary).toContain('Origin')
        for (const { headers: response } of [reply, stranger])
          expect(response['access-control-allow-credentials']).toBeUndefined()
      }
    },
  )

  test('may sign a user in, but not act for the user who is signed in here', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const signingIn = await from(app, '/api/auth/login', { method: 'POST', headers })
    expect(signingIn.status).toBe(200)
    const cookie = `rehearse_token=${bearer}`
    const spoken = await from(app, '/api/progress/save', { method: 'POST', headers: { ...headers, cookie } })
    expect(spoken).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
    const stranger = await from('https://evil.example', '/api/auth/login', { method: 'POST', headers })
    expect(stranger).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
  })

  test('have no access to pages', async () => {
    expect((await from(app, '/')).headers['access-control-allow-origin']).toBeUndefined()
  })
})

test('the configured public address is the only one of ours', async () => {
  const configured = await startGateway({ PUBLIC_ORIGIN: 'https://rehearse.example/' })
  try {
    const from = (origin: string) =>
      call(`${configured.url}/api/auth/logout`, { method: 'POST', headers: { origin } })
    expect((await from('https://rehearse.example')).status).toBe(200)
    expect((await from('http://rehearse.example')).status).toBe(403)
    expect((await from(configured.url)).status).toBe(403)
  } finally {
    await configured.close()
  }
})
