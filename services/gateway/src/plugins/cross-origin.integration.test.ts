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

describe('a write that a cookie speaks for', () => {
  test.each([
    ['our own origin', () => ({ origin: gateway.url, 'sec-fetch-site': 'same-origin' })],
    ['no origin at all', () => ({})],
    ['no origin, typed into the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ])('passes from %s', async (_where, headers) => {
    expect((await withCookie(headers())).status).toBe(200)
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of ours', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nonsense', { origin: '::' }],
    ['another site that keeps its origin back', { 'sec-fetch-site': 'cross-site' }],
    [
      'another site that says it is ours',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is refused from %s', async (_where, headers) => {
    const reply = await withCookie(headers as Record<string, string>)
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ success: false, code: 'cross_origin' })
    expect(gateway.upstreams.progress.seen).toEqual([])
  })
})

test('signing somebody in from another site is refused, though no cookie is there yet', async () => {
  const reply = await call(`${gateway.url}/api/auth/set-cookie`, {
    method: 'POST',
    body: { token },
    headers: { origin: 'https://evil.example' },
  })
  expect(reply.status).toBe(403)
})

test('a token in the header may come from anywhere: no foreign page can set it', async () => {
  const reply = await save({ authorization: `Bearer ${token}`, origin: 'https://app.example' })
  expect(reply.status).toBe(200)
})

test('reads are not asked where they come from', async () => {
  const reply = await call(`${gateway.url}/api/progress/get`, {
    headers: { cookie: `rehearse_token=${token}`, origin: 'https://evil.example' },
  })
  expect(reply.status).toBe(200)
  expect(reply.headers['access-control-allow-origin']).toBeUndefined()
})

test('where our public address is configured, it is the only one of ours', async () => {
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
