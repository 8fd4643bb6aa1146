import { createHash } from 'node:crypto'
import { cookieNames } from '@rehearse/contracts'
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { developmentSecret } from '../config.ts'
import { SigningKeys } from '../keys/signing-keys.ts'
import { createTokenIssuer } from '../keys/token-issuer.ts'
import { call, registerLearner, type TestLearner } from '../testing/client.ts'
import { publishedMessage } from '../testing/published-message.ts'
import { bossEmail, bossPassword, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity?.close())

const post = (url: string, options: Parameters<typeof call>[2] = {}) =>
  call(identity.app, url, { method: 'POST', ...options })
const me = (bearer: string | undefined) => call(identity.app, '/api/auth/me', { bearer })
const sessionOf = (learner: TestLearner) => String(decodeJwt(learner.token).sid)

const refresh = async (refreshCookie: string, app = identity.app) => {
  const reply = await call(app, '/api/auth/refresh', { method: 'POST', refreshCookie })
  return { ...reply, token: reply.body.token, refreshToken: reply.cookie(cookieNames.refresh)?.value ?? '' }
}

/** Lets time pass for a refresh token: all that is noted of it happened that much earlier. */
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

const toldOfTheEnd = (sessionId: string) =>
  publishedMessage(identity, ({ type, data }) => type === 'SessionEnded' && data.sessionId === sessionId)

describe('refreshing', () => {
  test('gives a new pair, of the same session and learner, as cookies too', async () => {
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

  test('without the cookie is 401', async () => {
    const reply = await post('/api/auth/refresh')
    expect(reply.status).toBe(401)
    expect(reply.body.error).toBe('Authentication required')
  })

  test('with a token nobody was given is 401, and sets nothing', async () => {
    const reply = await refresh('made-up')
    expect(reply.status).toBe(401)
    expect(reply.body).toMatchObject({ code: 'invalid_token', error: 'Invalid authentication token' })
    expect(reply.cookies).toEqual([])
  })

  test('by several tabs at once, and by one a little later, gives them all the same pair', async () => {
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

  test('at two replicas at once gives the same pair', async () => {
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

  test('with an old token is answered though its successor is used by then', async () => {
    const learner = await registerLearner(identity.app)
    const second = await refresh(learner.refreshToken)
    const third = await refresh(second.refreshToken)
    const again = await refresh(learner.refreshToken)
    expect([again.token, again.refreshToken]).toEqual([second.token, second.refreshToken])
    expect((await refresh(third.refreshToken)).status).toBe(200)
  })

  test('with an old token, just within the grace, signs nobody out', async () => {
    const learner = await registerLearner(identity.app)
    const fresh = await refresh(learner.refreshToken)
    await age(learner.refreshToken, 25)
    const again = await refresh(learner.refreshToken)
    expect(again.refreshToken).toBe(fresh.refreshToken)
    // The very token of the exchange, so no new hour begins.
    expect(Number(decodeJwt(again.token ?? '').iat)).toBeLessThan(Date.now() / 1000 - 24)
    expect((await me(fresh.token)).status).toBe(200)
  })

  test('with an old token after the grace ends the whole family, and everybody is told', async () => {
    const learner = await registerLearner(identity.app)
    const fresh = await refresh(learner.refreshToken)
    await age(learner.refreshToken, 31)
    const replies = await Promise.all(Array.from({ length: 3 }, () => refresh(learner.refreshToken)))
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(await endOf(sessionOf(learner))).toBe('refresh-token-reused')
    expect((await refresh(fresh.refreshToken)).status).toBe(401)
    for (const token of [learner.token, fresh.token]) expect((await me(token)).status).toBe(401)
    expect(await toldOfTheEnd(sessionOf(learner))).toMatchObject({ data: { subjectId: learner.uid } })
  })

  test('leaves the other sessions of the same learner alone when one family ends', async () => {
    const learner = await registerLearner(identity.app)
    const elsewhere = await post('/api/auth/login', {
      body: { email: learner.email, password: learner.password },
    })
    await refresh(learner.refreshToken)
    await age(learner.refreshToken, 31)
    await refresh(learner.refreshToken)
    expect((await me(elsewhere.body.token)).status).toBe(200)
    expect((await refresh(elsewhere.cookie(cookieNames.refresh)?.value ?? '')).status).toBe(200)
  })

  test('with a token that has run out is 401', async () => {
    const learner = await registerLearner(identity.app)
    await age(learner.refreshToken, 30 * 24 * 3_600 + 1)
    expect((await refresh(learner.refreshToken)).status).toBe(401)
  })

  test('keeps the session alive for another 30 days', async () => {
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
})

describe('signing out', () => {
  test('ends the session, clears the cookies, and tells every service', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await post('/api/auth/logout', {
      bearer: learner.token,
      refreshCookie: learner.refreshToken,
    })
    expect(reply.status).toBe(200)
    expect(reply.cookies).toMatchObject([
      { name: 'rehearse_token', value: '', path: '/', expires: new Date(0) },
      { name: 'rehearse_refresh', value: '', path: '/api/auth', expires: new Date(0) },
    ])
    expect((await me(learner.token)).status).toBe(401)
    expect((await refresh(learner.refreshToken)).status).toBe(401)
    expect(await toldOfTheEnd(sessionOf(learner))).toMatchObject({
      type: 'SessionEnded',
      data: { sessionId: sessionOf(learner), subjectId: learner.uid },
    })
  })

  test('works with the refresh cookie alone, for the access token may have run out', async () => {
    const learner = await registerLearner(identity.app)
    expect((await post('/api/auth/logout', { refreshCookie: learner.refreshToken })).status).toBe(200)
    expect(await endOf(sessionOf(learner))).toBe('signed-out')
  })

  test('works with the access token alone', async () => {
    const learner = await registerLearner(identity.app)
    expect((await post('/api/auth/logout', { bearer: learner.token })).status).toBe(200)
    expect((await refresh(learner.refreshToken)).status).toBe(401)
  })

  test('of a visitor is fine', async () => {
    expect((await post('/api/auth/logout')).status).toBe(200)
    expect((await post('/api/auth/logout', { refreshCookie: 'made-up' })).status).toBe(200)
  })

  test('is heard by other replicas, which then refuse the token without asking the database', async () => {
    const replica = await startIdentity(identity.env)
    try {
      const learner = await registerLearner(identity.app)
      // A route that looks into no database: only the message can make it refuse.
      const elsewhere = () => call(replica.app, '/api/auth/providers', { bearer: learner.token })
      expect((await elsewhere()).status).toBe(200)
      await post('/api/auth/logout', { bearer: learner.token })
      await vi.waitUntil(async () => (await elsewhere()).status === 401, { timeout: 10_000 })
    } finally {
      await replica.close()
    }
  })
})

describe('setting the cookie', () => {
  const setCookie = (body?: unknown) => post('/api/auth/set-cookie', body === undefined ? {} : { body })

  test('keeps a good token for as long as it lives', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await setCookie({ token: learner.token })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ success: true, message: expect.any(String) })
    expect(reply.cookies).toMatchObject([
      { name: 'rehearse_token', value: learner.token, path: '/', httpOnly: true, sameSite: 'Lax' },
    ])
    expect(reply.cookies[0]?.maxAge).toBeGreaterThan(3_500)
    expect(reply.cookies[0]?.maxAge).toBeLessThanOrEqual(3_600)
  })

  test.each([[undefined], [{}], [{ token: '' }], [{ token: null }]])('wants a token: %j', async (body) => {
    const reply = await setCookie(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, error: 'Token is required', code: 'token_required' })
  })

  test('refuses what is no good token', async () => {
    const learner = await registerLearner(identity.app)
    const { admin } = (await post('/api/admin/auth', { body: { email: bossEmail, password: bossPassword } }))
      .body
    const signedOut = await registerLearner(identity.app)
    await post('/api/auth/logout', { bearer: signedOut.token })
    for (const token of ['x', ...(await badTokens(learner)), signedOut.token, String(admin?.token)]) {
      const reply = await setCookie({ token })
      expect(reply.status).toBe(401)
      expect(reply.body).toMatchObject({ error: 'Invalid token', code: 'invalid_token' })
      expect(reply.cookies).toEqual([])
    }
  })

  test('is undone by clearing it, which leaves the session as it is', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await post('/api/auth/clear-cookie', { bearer: learner.token })
    expect(reply.status).toBe(200)
    expect(reply.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['rehearse_token', ''],
      ['rehearse_refresh', ''],
    ])
    expect((await me(learner.token)).status).toBe(200)
  })
})

test('a token that is tampered with, expired, unsigned or somebody else’s opens nothing', async () => {
  const learner = await registerLearner(identity.app)
  const tokens = await badTokens(learner)
  expect(tokens).toHaveLength(7)
  for (const token of tokens) {
    const reply = await me(token)
    expect(reply.status).toBe(401)
    expect(reply.body.error).toBe('Invalid authentication token')
  }
})

/** Tokens that say what a good one says, and must not be believed. */
async function badTokens({ token }: TestLearner): Promise<string[]> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = decodeJwt(token)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { keys } = (await call(identity.app, '/.well-known/jwks.json')).body
  const kid = keys?.[0]?.kid ?? ''
  const ours = new SigningKeys(developmentSecret)
  await ours.load(identity.database.db)
  const expired = await createTokenIssuer(ours).issue({
    subjectId: String(claims.sub),
    sessionId: String(claims.sid),
    role: 'learner',
    issuedAt: new Date(Date.now() - 3_601_000),
    ttl: 3_600,
  })
  const stranger = await generateKeyPair('EdDSA')
  const publicKey = new TextEncoder().encode(keys?.[0]?.x)
  return [
    [header, encode({ ...claims, role: 'super_admin' }), signature].join('.'),
    [header, payload, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.'),
    expired.token,
    new UnsecuredJWT({ ...claims }).encode(),
    [encode({ alg: 'none', kid }), payload, ''].join('.'),
    await new SignJWT({ ...claims }).setProtectedHeader({ alg: 'EdDSA', kid }).sign(stranger.privateKey),
    await new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', kid }).sign(publicKey),
  ]
}
