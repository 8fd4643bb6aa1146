import { cookieNames } from '@rehearse/contracts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, newEmail, registerLearner } from '../testing/client.ts'
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

const signUp = (input: Record<string, unknown>, headers?: Record<string, string>) =>
  call(identity.app, '/api/auth/register', {
    body: { email: newEmail(), password: 'secret1', confirmPassword: 'secret1', name: 'Ann', ...input },
    ...(headers && { headers }),
  })
const signIn = (email: string, password: string) =>
  call(identity.app, '/api/auth/login', { body: { email, password } })

describe('registering', () => {
  test('creates an account and signs in', async () => {
    const email = newEmail()
    const reply = await signUp({ email: `  ${email.toUpperCase()} `, name: '  Ann Example ' })
    expect(reply.status).toBe(201)
    expect(reply.body.user).toMatchObject({
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      displayName: 'Ann Example',
      photoURL: null,
      provider: 'password',
      isEmailVerified: false,
    })
    expect(decodeJwt(reply.body.token ?? '')).toMatchObject({
      sub: reply.body.user?.uid,
      role: 'learner',
      iss: 'rehearse',
      aud: 'rehearse',
    })
    expect(Date.parse(reply.body.expiresAt ?? '') - Date.now()).toBeGreaterThan(59 * 60 * 1000)
    expect(Date.parse(reply.body.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(60 * 60 * 1000)
    expect((await call(identity.app, '/api/auth/me', { bearer: reply.body.token })).status).toBe(200)
  })

  test('sets cookies whose tokens scripts can’t read, Secure only if the request came over https', async () => {
    const plain = await signUp({})
    expect(plain.cookie(cookieNames.learner)).toEqual({
      name: 'rehearse_token',
      value: plain.body.token,
      path: '/',
      maxAge: 3_600,
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(plain.cookie(cookieNames.refresh)).toEqual({
      name: 'rehearse_refresh',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/api/auth',
      maxAge: 30 * 24 * 3_600,
      httpOnly: true,
      sameSite: 'Strict',
    })
    expect(plain.cookie(cookieNames.signedIn)).toEqual({
      name: 'rehearse_signed_in',
      value: '1',
      path: '/',
      maxAge: 30 * 24 * 3_600,
      sameSite: 'Lax',
    })
    const secure = await signUp({}, { 'x-forwarded-proto': 'https' })
    expect(secure.cookies.map((cookie) => 'secure' in cookie)).toEqual([true, true, true, true])
  })

  test('stores neither the password nor a token', async () => {
    const learner = await registerLearner(identity.app)
    const { rows } = await identity.database.pool.query(
      `select (select json_agg(l) from learner l)::text || (select json_agg(s) from session s)::text
        || (select json_agg(t) from refresh_token t)::text || coalesce((select json_agg(o) from outbox o)::text, '') as stored`,
    )
    expect(rows[0].stored).toContain(learner.uid)
    for (const secret of [learner.password, learner.token, learner.refreshToken]) {
      expect(rows[0].stored).not.toContain(secret)
      expect(rows[0].stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('publishes that a learner has registered', async () => {
    const learner = await registerLearner(identity.app)
    const message = await publishedMessage(
      identity,
      ({ type, data }) => type === 'LearnerRegistered' && data.learnerId === learner.uid,
    )
    expect(message).toMatchObject({ type: 'LearnerRegistered', version: 1, data: { learnerId: learner.uid } })
  })

  test('rejects a taken address in any spelling', async () => {
    const { email } = await registerLearner(identity.app)
    for (const written of [email, ` ${email.toUpperCase()}`]) {
      const reply = await signUp({ email: written })
      expect(reply.status).toBe(409)
      expect(reply.body).toMatchObject({ success: false, code: 'email_taken' })
      expect(reply.cookies).toEqual([])
    }
  })

  test('creates one account, one session and one message for twenty concurrent requests with one address', async () => {
    const email = newEmail()
    const replies = await Promise.all(Array.from({ length: 20 }, () => signUp({ email })))
    const statuses = replies.map((reply) => reply.status).sort()
    expect(statuses).toEqual([201, ...Array(19).fill(409)])
    const uid = replies.find((reply) => reply.status === 201)?.body.user?.uid
    const { rows } = await identity.database.pool.query(
      'select count(*) as learners, (select count(*) from session where subject_id = $2) as sessions from learner where email = $1',
      [email, uid],
    )
    expect(rows).toEqual([{ learners: 1, sessions: 1 }])
  })

  test('rejects differing passwords with the specification’s message', async () => {
    const reply = await signUp({ confirmPassword: 'secret2' })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: 'Passwords do not match', code: 'passwords_do_not_match' })
  })

  test.each([
    ['a password of 3 characters in 6 bytes', { password: 'ééé', confirmPassword: 'ééé' }],
    ['a password of 5 characters', { password: 'five5', confirmPassword: 'five5' }],
    ['a password of 73 bytes', { password: `${'é'.repeat(36)}x`, confirmPassword: `${'é'.repeat(36)}x` }],
    ['no email', { email: 'ann' }],
    ['an email of the wrong type', { email: 5 }],
    ['an empty name', { name: '  ' }],
    ['a name with a null character', { name: 'Ann\u0000' }],
    ['no name', { name: undefined }],
    ['no confirmation', { confirmPassword: undefined }],
  ])('is rejected with %s', async (_what, input) => {
    const reply = await signUp(input)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, code: 'invalid_request' })
  })

  test('accepts passwords from 6 characters to 72 bytes', async () => {
    for (const password of ['secret', 'éééééé', 'é'.repeat(36)]) {
      const email = newEmail()
      expect((await signUp({ email, password, confirmPassword: password })).status).toBe(201)
      expect((await signIn(email, password)).status).toBe(200)
    }
  })
})

describe('signing in', () => {
  test('returns the user and the tokens of a new session', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await signIn(` ${learner.email.toUpperCase()} `, learner.password)
    expect(reply.status).toBe(200)
    expect(reply.body.user?.uid).toBe(learner.uid)
    expect(Date.parse(reply.body.user?.lastLoginAt ?? '')).toBeGreaterThan(
      Date.parse(reply.body.user?.createdAt ?? ''),
    )
    expect(decodeJwt(reply.body.token ?? '').sid).not.toBe(decodeJwt(learner.token).sid)
    expect(reply.cookies.map(({ name }) => name).sort()).toEqual([
      'rehearse_device',
      'rehearse_refresh',
      'rehearse_signed_in',
      'rehearse_token',
    ])
  })

  test('fails with the same response, whatever is wrong', async () => {
    const { email, password } = await registerLearner(identity.app)
    const attempts = [
      [email, `${password}!`],
      [email, ''],
      [email, 'x'.repeat(1_000)],
      [newEmail(), password],
      ['nobody', password],
      [`${email}\u0000`, password],
      [superAdminEmail, superAdminPassword],
    ] as const
    for (const [address, secret] of attempts) {
      const reply = await signIn(address, secret)
      expect(reply.status).toBe(401)
      expect(reply.body).toEqual({
        success: false,
        error: 'Invalid email or password',
        code: 'invalid_credentials',
        requestId: expect.any(String),
      })
      expect(reply.cookies).toEqual([])
    }
  })

  test('never succeeds with extra characters after the 72 bytes that bcrypt reads', async () => {
    const [email, password] = [newEmail(), 'x'.repeat(72)]
    await signUp({ email, password, confirmPassword: password })
    expect((await signIn(email, `${password}y`)).status).toBe(401)
    expect((await signIn(email, password)).status).toBe(200)
  })

  test('fails the same way for an account without a password', async () => {
    const { email, uid } = await registerLearner(identity.app)
    await identity.database.db
      .updateTable('learner')
      .set({ password_hash: null })
      .where('uid', '=', uid)
      .execute()
    expect((await signIn(email, 'secret1')).body.code).toBe('invalid_credentials')
    expect((await signIn(email, '')).body.code).toBe('invalid_credentials')
  })

  test.each([
    [{}],
    [{ email: 'ann@example.com' }],
    [{ email: ['ann@example.com'], password: 'secret1' }],
    ['{"email":'],
    [[]],
  ])('returns 400 for a body like %j', async (body) => {
    const reply = await call(identity.app, '/api/auth/login', {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.status).toBe(400)
    expect(reply.body.success).toBe(false)
  })
})

test('accepts a flood of requests up to a limit, then returns 429', async () => {
  const flooded = await startIdentity({ ...identity.env, PASSWORD_QUEUE: '1', PASSWORD_COST: '12' })
  try {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        call(flooded.app, '/api/auth/login', { body: { email: newEmail(), password: 'secret1' } }),
      ),
    )
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(12 - refused.length)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ success: false, code: 'too_many_requests' })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  } finally {
    await flooded.close()
  }
})

describe('the current user', () => {
  test('is the signed-in learner', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await call(identity.app, '/api/auth/me', { bearer: learner.token })
    expect(reply.status).toBe(200)
    expect(reply.body.user).toMatchObject({ uid: learner.uid, email: learner.email })
    expect(JSON.stringify(reply.body)).not.toContain('password_hash')
  })

  test('returns 401 without a token', async () => {
    const reply = await call(identity.app, '/api/auth/me')
    expect(reply.status).toBe(401)
    expect(reply.body.error).toBe('Authentication required')
  })

  test('returns 403 for an admin’s token', async () => {
    const { body } = await call(identity.app, '/api/admin/auth', {
      body: { email: superAdminEmail, password: superAdminPassword },
    })
    const reply = await call(identity.app, '/api/auth/me', { bearer: String(body.admin?.token) })
    expect(reply.status).toBe(403)
  })

  test('returns 401 for a session that has ended in the database, even without a message', async () => {
    const learner = await registerLearner(identity.app)
    const session = String(decodeJwt(learner.token).sid)
    await identity.database.pool.query(
      `update session set ended_at = now(), end_reason = 'signed-out' where id = $1`,
      [session],
    )
    const reply = await call(identity.app, '/api/auth/me', { bearer: learner.token })
    expect(reply.status).toBe(401)
    expect(reply.body.error).toBe('Invalid authentication token')
  })
})

test('lists no sign-in providers if none are configured', async () => {
  const reply = await call(identity.app, '/api/auth/providers')
  expect(reply.body).toEqual({ success: true, providers: [], signInLink: true })
})
