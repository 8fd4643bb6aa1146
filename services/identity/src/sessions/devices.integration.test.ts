import { randomUUID } from 'node:crypto'
import { cookieNames, type DeviceSession } from '@rehearse/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, refreshTokens, registerLearner, type TestLearner } from '../testing/client.ts'
import { publishedMessage } from '../testing/published-message.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity?.close())

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
const address = '/api/auth/sessions'
const me = (bearer: string | undefined) => call(identity.app, '/api/auth/me', { bearer })
const devices = async (bearer: string) =>
  (await call(identity.app, address, { bearer })).body.data as DeviceSession[]
const end = (bearer: string, id = '') =>
  call(identity.app, id === '' ? address : `${address}/${id}`, { method: 'DELETE', bearer })

async function signInAtProviderPage({ email, password }: TestLearner) {
  const reply = await call(identity.app, '/api/auth/login', {
    body: { email, password },
    headers: { 'user-agent': phone, 'x-forwarded-for': '203.0.113.57' },
  })
  return { token: String(reply.body.token), refreshToken: reply.cookie(cookieNames.refresh)?.value ?? '' }
}

test('lists a learner’s devices in plain words', async () => {
  const learner = await registerLearner(identity.app)
  await signInAtProviderPage(learner)
  const reply = await call(identity.app, address, { bearer: learner.token })
  expect(reply.body).toEqual({
    success: true,
    count: 2,
    data: [
      {
        id: expect.any(String),
        device: 'Safari on iPhone',
        address: '203.0.113.x',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        current: false,
      },
      expect.objectContaining({ device: 'Unknown device', current: true }),
    ],
  })
})

test('a session counts as used when it is refreshed', async () => {
  const learner = await registerLearner(identity.app)
  await signInAtProviderPage(learner)
  const [, before] = await devices(learner.token)
  await refreshTokens(identity.app, learner.refreshToken)
  const [after] = await devices(learner.token)
  expect(after?.id).toBe(before?.id)
  expect(Date.parse(after?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(before?.lastUsedAt ?? ''))
  expect(after?.createdAt).toBe(before?.createdAt)
})

test('a session counts as used when a page is opened, at most once a minute', async () => {
  const learner = await registerLearner(identity.app)
  const [{ id = '' } = {}] = await devices(learner.token)
  const lastUse = async () => (await devices(learner.token))[0]?.lastUsedAt ?? ''
  const usedAgo = (seconds: number) =>
    sql`update session set last_used_at = now() - ${seconds} * interval '1 second' where id = ${id}`.execute(
      identity.database.db,
    )
  await usedAgo(50)
  const recent = await lastUse()
  await me(learner.token)
  expect(await lastUse()).toBe(recent)
  await usedAgo(3_000)
  await me(learner.token)
  expect(Date.now() - Date.parse(await lastUse())).toBeLessThan(60_000)
})

test('ending another device’s session signs it out and notifies every service', async () => {
  const learner = await registerLearner(identity.app)
  const elsewhere = await signInAtProviderPage(learner)
  const id = (await devices(learner.token)).find(({ current }) => !current)?.id ?? ''
  const reply = await end(learner.token, id)
  expect(reply.status).toBe(200)
  expect(reply.cookies).toEqual([])
  expect((await me(elsewhere.token)).status).toBe(401)
  expect((await refreshTokens(identity.app, elsewhere.refreshToken)).status).toBe(401)
  expect((await me(learner.token)).status).toBe(200)
  expect(await devices(learner.token)).toHaveLength(1)
  await publishedMessage(identity, ({ type, data }) => type === 'SessionEnded' && data.sessionId === id)
  expect((await end(learner.token, id)).status).toBe(404)
})

test('ending one’s own session signs out', async () => {
  const learner = await registerLearner(identity.app)
  const [own] = await devices(learner.token)
  const reply = await end(learner.token, own?.id)
  expect(reply.cookies.map(({ name, value }) => [name, value])).toContainEqual(['rehearse_token', ''])
  expect((await me(learner.token)).status).toBe(401)
})

test('rejects ending or listing other users’ sessions', async () => {
  const [learner, other] = [await registerLearner(identity.app), await registerLearner(identity.app)]
  const [own] = await devices(learner.token)
  for (const id of [own?.id, randomUUID()]) {
    const reply = await end(other.token, id)
    expect(reply.status).toBe(404)
    expect(reply.body).toMatchObject({ code: 'session_not_found', error: 'Session not found' })
  }
  expect((await end(other.token, 'x')).status).toBe(400)
  expect((await me(learner.token)).status).toBe(200)
  expect((await devices(other.token)).map(({ id }) => id)).not.toContain(own?.id)
})

test('ending all others keeps the caller’s session', async () => {
  const learner = await registerLearner(identity.app)
  const others = [await signInAtProviderPage(learner), await signInAtProviderPage(learner)]
  expect((await end(learner.token)).body).toMatchObject({ success: true, ended: 2 })
  for (const { token } of others) expect((await me(token)).status).toBe(401)
  expect((await me(learner.token)).status).toBe(200)
  expect((await end(learner.token)).body.ended).toBe(0)
})

test('an expired session is not listed', async () => {
  const learner = await registerLearner(identity.app)
  await signInAtProviderPage(learner)
  await identity.database.pool.query(
    `update session set expires_at = now() - interval '1 second' where subject_id = $1 and address = '203.0.113.x'`,
    [learner.uid],
  )
  expect(await devices(learner.token)).toHaveLength(1)
})
