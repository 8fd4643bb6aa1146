import { cookieNames } from '@rehearse/contracts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, registerLearner } from '../testing/client.ts'
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

const setActive = (isActive: boolean) =>
  identity.database.db.updateTable('admin').set({ is_active: isActive }).execute()
beforeEach(() => setActive(true))

const address = '/api/admin/auth'
const signIn = (body?: unknown) => call(identity.app, address, { method: 'POST', body })
const check = (bearer?: string) => call(identity.app, address, { bearer })
const signOut = (bearer?: string) => call(identity.app, address, { method: 'DELETE', bearer })
const superAdminToken = async () => {
  const { body } = await signIn({ email: superAdminEmail, password: superAdminPassword })
  return String(body.admin?.token)
}

describe('an admin signing in', () => {
  test('gets a token for one day, also as a cookie', async () => {
    const reply = await signIn({ email: ` ${superAdminEmail.toUpperCase()} `, password: superAdminPassword })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      success: true,
      admin: {
        id: expect.stringMatching(/^admin_\d{13}[0-9a-z]{9}$/),
        email: superAdminEmail,
        name: expect.any(String),
        role: 'super_admin',
        token: expect.any(String),
        expiresAt: expect.any(String),
      },
    })
    const { token, expiresAt, id } = reply.body.admin ?? {}
    expect(decodeJwt(String(token))).toMatchObject({ sub: id, role: 'super_admin' })
    const hours = (Date.parse(String(expiresAt)) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    expect(reply.cookies.map(({ name }) => name).sort()).toEqual([cookieNames.admin, cookieNames.device])
    expect(reply.cookie(cookieNames.admin)).toEqual({
      name: cookieNames.admin,
      value: token,
      path: '/',
      maxAge: 86_400,
      httpOnly: true,
      sameSite: 'Strict',
    })
  })

  test.each([
    [undefined],
    [{}],
    [{ email: superAdminEmail }],
    [{ password: superAdminPassword }],
    [{ email: '', password: superAdminPassword }],
    [{ email: superAdminEmail, password: null }],
  ])('must send both email and password: %j', async (body) => {
    const reply = await signIn(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, error: 'Email and password are required' })
  })

  test('gets the same response for any wrong credentials, also when deactivated', async () => {
    const learner = await registerLearner(identity.app)
    for (const active of [true, false]) {
      await setActive(active)
      for (const [email, password] of [
        [superAdminEmail, 'wrong'],
        ['nobody@example.com', superAdminPassword],
        ['nobody', superAdminPassword],
        [`${superAdminEmail}\u0000`, superAdminPassword],
        [learner.email, learner.password],
      ]) {
        const reply = await signIn({ email, password })
        expect(reply.status).toBe(401)
        expect(reply.body).toMatchObject({ error: 'Invalid email or password', code: 'invalid_credentials' })
      }
    }
  })

  test('gets an error that names the deactivated account, and no session', async () => {
    await setActive(false)
    const reply = await signIn({ email: superAdminEmail, password: superAdminPassword })
    expect(reply.status).toBe(401)
    expect(reply.body).toMatchObject({ error: 'Admin account is deactivated', code: 'admin_deactivated' })
    expect(reply.cookies).toEqual([])
  })

  test('gets a 400 for a body of the wrong type', async () => {
    expect((await signIn({ email: { $ne: null }, password: superAdminPassword })).status).toBe(400)
    expect((await signIn([])).status).toBe(400)
  })
})

describe('an admin’s session', () => {
  test('returns the admin, with the last sign-in', async () => {
    const before = Date.now()
    const token = await superAdminToken()
    const reply = await check(token)
    expect(reply.status).toBe(200)
    expect(reply.body.admin).toEqual({
      id: decodeJwt(token).sub,
      email: superAdminEmail,
      name: expect.any(String),
      role: 'super_admin',
      isActive: true,
      createdAt: expect.any(String),
      lastLogin: expect.any(String),
    })
    expect(Date.parse(String(reply.body.admin?.lastLogin))).toBeGreaterThan(before - 2_000)
  })

  test('requires a valid token, and otherwise returns the specification’s messages', async () => {
    const learner = await registerLearner(identity.app)
    for (const ask of [check, signOut]) {
      const none = await ask()
      expect([none.status, none.body.error]).toEqual([401, 'No token provided'])
      for (const bad of ['x', 'a.b.c', `${await superAdminToken()}x`]) {
        const reply = await ask(bad)
        expect([reply.status, reply.body.error]).toEqual([401, 'Invalid token'])
      }
      expect((await ask(learner.token)).status).toBe(403)
    }
  })

  test('is rejected once the admin is deactivated', async () => {
    const token = await superAdminToken()
    await setActive(false)
    const reply = await check(token)
    expect([reply.status, reply.body.error]).toEqual([401, 'Admin account is deactivated'])
  })

  test('is rejected when it has ended in the database, even without a message', async () => {
    const token = await superAdminToken()
    await identity.database.pool.query(
      `update session set ended_at = now(), end_reason = 'signed-out' where id = $1`,
      [decodeJwt(token).sid],
    )
    const reply = await check(token)
    expect([reply.status, reply.body.error]).toEqual([401, 'Invalid token'])
  })

  test('ends in every service at once', async () => {
    const [token, other] = [await superAdminToken(), await superAdminToken()]
    const reply = await signOut(token)
    expect(reply.status).toBe(200)
    expect(reply.cookies).toMatchObject([{ name: 'rehearse_admin', value: '', path: '/' }])
    expect((await check(token)).body.error).toBe('Invalid token')
    expect((await check(other)).status).toBe(200)
    const { sid, sub } = decodeJwt(token)
    const message = await publishedMessage(
      identity,
      ({ type, data }) => type === 'SessionEnded' && data.sessionId === sid,
    )
    expect(message.data).toEqual({ sessionId: sid, subjectId: sub })
  })

  test('can’t be refreshed', async () => {
    const reply = await signIn({ email: superAdminEmail, password: superAdminPassword })
    expect(reply.cookie(cookieNames.refresh)).toBeUndefined()
  })
})
