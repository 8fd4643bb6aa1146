import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const admin = { email: `boss-${randomUUID()}@rehearse.test`, password: `boss-password-${randomUUID()}` }

let platform: Platform
let dataDir: string
/** All that every service says, at the most talkative level but one. */
const lines: string[] = []
beforeAll(async () => {
  dataDir = (await temporaryFolder()).path
  platform = await startPlatform({
    dataDir,
    logLevel: 'debug',
    nodeEnv: 'test',
    env: {
      questions: { CONTENT_DIR: 'none' },
      identity: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, RATE_LIMIT_SIGNIN_ACCOUNT: '3' },
    },
    onLine: (_source, line) => lines.push(line),
  })
})
afterAll(async () => {
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One call and all that it gave us to keep: tokens in the body and cookies. */
async function call(path: string, { method, body, headers = {} }: Call = {}) {
  const reply = await fetch(platform.gatewayUrl + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const secrets = cookies.map((cookie) => cookie.split('=')[1] ?? '').filter((value) => value.length > 8)
  const text = await reply.text()
  return { status: reply.status, body: JSON.parse(text), cookie: cookies.join('; '), secrets }
}

test('neither passwords nor tokens nor addresses of people are in any log', async () => {
  const email = `learner-${randomUUID()}@rehearse.test`
  const password = `learner-password-${randomUUID()}`
  const name = `Ada ${randomUUID()}`
  const wrong = `wrong-password-${randomUUID()}`
  const secrets = [email, password, name, wrong, admin.email, admin.password]
  const account = { email, password, confirmPassword: password, name }

  const registered = await call('/api/auth/register', { body: account })
  expect(registered.status).toBe(201)
  const cookie = { cookie: registered.cookie }
  const bearer = { authorization: `Bearer ${registered.body.token}` }
  const signedIn = await call('/api/admin/auth', { body: admin })
  const replies = [
    registered,
    signedIn,
    await call('/api/auth/register', { body: account }),
    await call('/api/auth/register', { body: { ...account, email: `\u0000${email}` } }),
    await call('/api/auth/register', { body: { ...account, confirmPassword: wrong } }),
    await call('/api/auth/login', { body: { email, password } }),
    await call('/api/auth/login', { body: JSON.stringify({ email, password }).slice(0, -1) }),
    ...(await Promise.all(
      Array.from({ length: 5 }, () => call('/api/auth/login', { body: { email, password: wrong } })),
    )),
    await call('/api/admin/auth', { body: { email: admin.email, password: wrong } }),
    await call('/api/auth/refresh', { method: 'POST', headers: cookie }),
    await call('/api/auth/refresh', { method: 'POST', headers: { cookie: `rehearse_refresh=${wrong}` } }),
    await call('/api/auth/me', { headers: cookie }),
    await call('/api/auth/me', { headers: { authorization: `Bearer ${wrong}` } }),
    await call('/api/auth/set-cookie', { body: { token: registered.body.token } }),
    await call('/api/auth/set-cookie', { body: { token: wrong } }),
    await call('/api/progress/get', { headers: bearer }),
    await call('/api/progress/save', { body: { answerId: email, questionId: password }, headers: bearer }),
    await call(`/api/questions/unified?search=${encodeURIComponent(email)}`, { headers: bearer }),
    await call('/api/auth/logout', { method: 'POST', headers: { ...cookie, ...bearer } }),
  ]
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201, 400, 401, 409, 429]))
  secrets.push(registered.body.token, signedIn.body.admin.token, ...replies.flatMap((reply) => reply.secrets))

  // The last request's line is there, so all before it are.
  await expect
    .poll(() => lines.some((line) => line.includes('/api/auth/logout')), { timeout: 10_000 })
    .toBe(true)
  await platform.stop()
  expect(lines.length).toBeGreaterThan(replies.length)
  const found = lines.filter((line) => secrets.some((secret) => line.includes(secret)))
  expect(found).toEqual([])
})
