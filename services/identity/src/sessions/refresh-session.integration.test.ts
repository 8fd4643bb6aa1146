import { createHash } from 'node:crypto'
import { cookieNames } from '@rehearse/contracts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, refreshTokens, registerLearner, type TestLearner } from '../testing/client.ts'
import { publishedMessage } from '../testing/published-message.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity?.close())

const refresh = (refreshToken: string, app = identity.app) => refreshTokens(app, refreshToken)
const me = (bearer: string | undefined) => call(identity.app, '/api/auth/me', { bearer })
const sessionOf = (learner: TestLearner) => String(decodeJwt(learner.token).sid)

/** Makes a refresh token older by moving its timestamps into the past. */
async function age(refreshToken: string, seconds: number): Promise<void> {
  const { rowCount } = await identity.database.pool.query(
    `update refresh_token set expires_at = expires_at - $2 * interval '1 second', used_at = used_at - $2 * interval '1 second'
     where token_hash = $1`,
    [createHash('sha256').update(refreshToken).digest(), seconds],
  )
  expect(rowCount).toBe(1)
}

const endOf = async (sessionId: string) => {
  const { rows } = await identity.database.pool.query('select end_reason from session where id = $1', [
    sessionId,
  ])
  return rows[0]?.end_reason
}

test('refreshing returns a new pair for the same session and learner, also as cookies', async () => {
  const learner = await registerLearner(identity.app)
  const fresh = await refresh(learner.refreshToken)
  expect(fresh.status).toBe(200)
  expect(fresh.body).toEqual({ success: true, token: fresh.token, expiresAt: expect.any(String) })
  expect(decodeJwt(fresh.token ?? '')).toMatchObject({
    sub: learner.uid,
    sid: sessionOf(learner),
    role: 'learner',
  })
  expect(fresh.cookie(cookieNames.learner)?.value).toBe(fresh.token)
  expect(fresh.refreshToken).not.toBe(learner.refreshToken)
  expect((await me(fresh.token)).body.user?.uid).toBe(learner.uid)
  expect((await refresh(fresh.refreshToken)).status).toBe(200)
})

test('refreshing returns 401 without the cookie', async () => {
  const reply = await call(identity.app, '/api/auth/refresh', { method: 'POST' })
  expect(reply.status).toBe(401)
  expect(reply.body.error).toBe('Authentication required')
})

test('refreshing returns 401 for an unknown token and sets no cookie', async () => {
  const reply = await refresh('made-up')
  expect(reply.status).toBe(401)
  expect(reply.body).toMatchObject({ code: 'invalid_token', error: 'Invalid authentication token' })
  expect(reply.cookies).toEqual([])
})

test('refreshing from several tabs, concurrently or shortly after, returns the same pair to all', async () => {
  const learner = await registerLearner(identity.app)
  const tabs = await Promise.all(Array.from({ length: 8 }, () => refresh(learner.refreshToken)))
  const late = await refresh(learner.refreshToken)
  for (const { status, token, refreshToken } of [...tabs, late]) {
    expect(status).toBe(200)
    expect(token).toBe(tabs[0]?.token)
    expect(refreshToken).toBe(tabs[0]?.refreshToken)
  }
  const { rows } = await identity.database.pool.query(
    'select count(*) as tokens from refresh_token where session_id = $1',
    [sessionOf(learner)],
  )
  expect(rows).toEqual([{ tokens: 2 }])
})

test('refreshing at two replicas concurrently returns the same pair', async () => {
  const replica = await startIdentity(identity.env)
  try {
    const learner = await registerLearner(identity.app)
    const [here, there] = await Promise.all([
      refresh(learner.refreshToken),
      refresh(learner.refreshToken, replica.app),
    ])
    expect(there.token).toBe(here.token)
    expect(there.refreshToken).toBe(here.refreshToken)
    expect(here.status).toBe(200)
  } finally {
    await replica.close()
  }
})

test('refreshing with an old token succeeds within the grace period, although its successor was used', async () => {
  const learner = await registerLearner(identity.app)
  const second = await refresh(learner.refreshToken)
  const third = await refresh(second.refreshToken)
  const again = await refresh(learner.refreshToken)
  expect([again.token, again.refreshToken]).toEqual([second.token, second.refreshToken])
  expect((await refresh(third.refreshToken)).status).toBe(200)
})

test('refreshing with an old token just within the grace period ends no session', async () => {
  const learner = await registerLearner(identity.app)
  const fresh = await refresh(learner.refreshToken)
  await age(learner.refreshToken, 25)
  const again = await refresh(learner.refreshToken)
  expect(again.refreshToken).toBe(fresh.refreshToken)
  // The access token of the first exchange, so its lifetime doesn't start again.
  expect(Number(decodeJwt(again.token ?? '').iat)).toBeLessThan(Date.now() / 1000 - 24)
  expect((await me(fresh.token)).status).toBe(200)
})

test('refreshing with an old token after the grace period ends the session in every service', async () => {
  const learner = await registerLearner(identity.app)
  const fresh = await refresh(learner.refreshToken)
  await age(learner.refreshToken, 31)
  const replies = await Promise.all(Array.from({ length: 3 }, () => refresh(learner.refreshToken)))
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(await endOf(sessionOf(learner))).toBe('refresh-token-reused')
  expect((await refresh(fresh.refreshToken)).status).toBe(401)
  for (const token of [learner.token, fresh.token]) expect((await me(token)).status).toBe(401)
  expect(
    await publishedMessage(
      identity,
      ({ type, data }) => type === 'SessionEnded' && data.sessionId === sessionOf(learner),
    ),
  ).toMatchObject({ data: { subjectId: learner.uid } })
})

test('refreshing leaves other sessions of the learner alone when one ends', async () => {
  const learner = await registerLearner(identity.app)
  const elsewhere = await call(identity.app, '/api/auth/login', {
    body: { email: learner.email, password: learner.password },
  })
  await refresh(learner.refreshToken)
  await age(learner.refreshToken, 31)
  await refresh(learner.refreshToken)
  expect((await me(elsewhere.body.token)).status).toBe(200)
  expect((await refresh(elsewhere.cookie(cookieNames.refresh)?.value ?? '')).status).toBe(200)
})

test('refreshing returns 401 for an expired token', async () => {
  const learner = await registerLearner(identity.app)
  await age(learner.refreshToken, 30 * 24 * 3_600 + 1)
  expect((await refresh(learner.refreshToken)).status).toBe(401)
})

test('refreshing extends the session by another 30 days', async () => {
  const learner = await registerLearner(identity.app)
  const { pool } = identity.database
  const id = sessionOf(learner)
  await pool.query(`update session set expires_at = now() + interval '1 minute' where id = $1`, [id])
  await refresh(learner.refreshToken)
  const { rows } = await pool.query(
    `select expires_at > now() + interval '29 days' as extended from session where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ extended: true }])
})
