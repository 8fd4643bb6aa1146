import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { developmentSecret } from '../config.ts'
import { SigningKeys } from '../keys/signing-keys.ts'
import { createTokenIssuer } from '../keys/token-issuer.ts'
import { call, refreshTokens, registerLearner, type TestLearner } from '../testing/client.ts'
import { publishedMessage } from '../testing/published-message.ts'
import {
  type RunningIdentity,
  startIdentity,
  superAdminEmail,
  superAdminPassword,
} from '../testing/start-identity.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity?.close())

const post = (url: string, options: Parameters<typeof call>[2] = {}) =>
  call(identity.app, url, { method: 'POST', ...options })
const me = (bearer: string | undefined) => call(identity.app, '/api/auth/me', { bearer })
const sessionOf = (learner: TestLearner) => String(decodeJwt(learner.token).sid)

const refresh = (refreshToken: string) => refreshTokens(identity.app, refreshToken)

const endOf = async (sessionId: string) => {
  const { rows } = await identity.database.pool.query('select end_reason from session where id = $1', [
    sessionId,
  ])
  return rows[0]?.end_reason
}

const endEventOf = (sessionId: string) =>
  publishedMessage(identity, ({ type, data }) => type === 'SessionEnded' && data.sessionId === sessionId)

describe('signing out', () => {
  test('ends the session, clears the cookies, and notifies every service', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await post('/api/auth/logout', {
      bearer: learner.token,
      refreshCookie: learner.refreshToken,
    })
    expect(reply.status).toBe(200)
    expect(reply.cookies).toMatchObject([
      { name: 'rehearse_token', value: '', path: '/', expires: new Date(0) },
      { name: 'rehearse_refresh', value: '', path: '/api/auth', expires: new Date(0) },
      { name: 'rehearse_signed_in', value: '', path: '/', expires: new Date(0) },
    ])
    expect((await me(learner.token)).status).toBe(401)
    expect((await refresh(learner.refreshToken)).status).toBe(401)
    expect(await endEventOf(sessionOf(learner))).toMatchObject({
      type: 'SessionEnded',
      data: { sessionId: sessionOf(learner), subjectId: learner.uid },
    })
  })

  test('works with the refresh cookie alone, since the access token may have expired', async () => {
    const learner = await registerLearner(identity.app)
    expect((await post('/api/auth/logout', { refreshCookie: learner.refreshToken })).status).toBe(200)
    expect(await endOf(sessionOf(learner))).toBe('signed-out')
  })

  test('works with the access token alone', async () => {
    const learner = await registerLearner(identity.app)
    expect((await post('/api/auth/logout', { bearer: learner.token })).status).toBe(200)
    expect((await refresh(learner.refreshToken)).status).toBe(401)
  })

  test('succeeds for a visitor', async () => {
    expect((await post('/api/auth/logout')).status).toBe(200)
    expect((await post('/api/auth/logout', { refreshCookie: 'made-up' })).status).toBe(200)
  })

  test('reaches other replicas, which then reject the token without the database', async () => {
    const replica = await startIdentity(identity.env)
    try {
      const learner = await registerLearner(identity.app)
      // A route that reads no database, so only the message can end the session.
      const elsewhere = () => call(replica.app, '/api/auth/providers', { bearer: learner.token })
      expect((await elsewhere()).status).toBe(200)
      await post('/api/auth/logout', { bearer: learner.token })
      await vi.waitUntil(async () => (await elsewhere()).status === 401)
    } finally {
      await replica.close()
    }
  })
})

describe('POST and DELETE of the session cookie', () => {
  const setCookie = (body?: unknown) => post('/api/auth/set-cookie', body === undefined ? {} : { body })

  test('stores a valid token for as long as it is valid', async () => {
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

  test.each([[undefined], [{}], [{ token: '' }], [{ token: null }]])(
    'requires a token: rejects %j',
    async (body) => {
      const reply = await setCookie(body)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ success: false, error: 'Token is required', code: 'token_required' })
    },
  )

  test('rejects an invalid token', async () => {
    const learner = await registerLearner(identity.app)
    const { admin } = (
      await post('/api/admin/auth', { body: { email: superAdminEmail, password: superAdminPassword } })
    ).body
    const signedOut = await registerLearner(identity.app)
    await post('/api/auth/logout', { bearer: signedOut.token })
    for (const token of ['x', ...(await badTokens(learner)), signedOut.token, String(admin?.token)]) {
      const reply = await setCookie({ token })
      expect(reply.status).toBe(401)
      expect(reply.body).toMatchObject({ error: 'Invalid token', code: 'invalid_token' })
      expect(reply.cookies).toEqual([])
    }
  })

  test('clears the cookie and keeps the session', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await post('/api/auth/clear-cookie', { bearer: learner.token })
    expect(reply.status).toBe(200)
    expect(reply.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['rehearse_token', ''],
      ['rehearse_refresh', ''],
      ['rehearse_signed_in', ''],
    ])
    expect((await me(learner.token)).status).toBe(200)
  })
})

test('rejects a token that is modified, expired, unsigned or someone else’s', async () => {
  const learner = await registerLearner(identity.app)
  const tokens = await badTokens(learner)
  expect(tokens).toHaveLength(7)
  for (const token of tokens) {
    const reply = await me(token)
    expect(reply.status).toBe(401)
    expect(reply.body.error).toBe('Invalid authentication token')
  }
})

/** Invalid tokens with the claims of a valid one. */
async function badTokens({ token }: TestLearner): Promise<string[]> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = decodeJwt(token)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { keys } = (await call(identity.app, '/.well-known/jwks.json')).body
  const kid = keys?.[0]?.kid ?? ''
  const ours = new SigningKeys(developmentSecret)
  await ours.renew(identity.database.db, 365 * 24 * 3_600)
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
