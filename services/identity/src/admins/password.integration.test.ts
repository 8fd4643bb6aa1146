import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newAdmin, signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { type Call, call } from '../testing/client.ts'
import { mailSettings, mailTo, tokenIn } from '../testing/mailed.ts'
import { codeOf, enableSecondFactor, wrongCode } from '../testing/second-factor.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
let superAdmin: TestAdmin
beforeAll(async () => {
  identity = await startIdentity()
  superAdmin = await signInAdmin(identity.app)
})
afterAll(() => identity?.close())

let ann: TestAdmin
beforeEach(async () => {
  ann = await newAdmin(identity.app, superAdmin)
})

const password = 'another-secret'
const base = '/api/admin/auth'
const ask = (path: string, options: Call = {}, { app } = identity) => call(app, path, options)
const check = (bearer: string, { app } = identity) => call(app, base, { bearer })
const signIn = (body: object, { app } = identity) => call(app, base, { body: { ...body } })
const credentials = ({ email, password }: TestAdmin) => ({ email, password })
const changePassword = (bearer: string, body: object) => ask(`${base}/password`, { bearer, body })
const reset = (id: string, body: object = {}, by = superAdmin, at = identity) =>
  ask(
    `/api/admin/admins/${id}/password-reset`,
    { bearer: by.token, body: { password: by.password, ...body } },
    at,
  )
const setPassword = (token: string, password: string, at = identity) =>
  ask(`${base}/password/reset`, { body: { token, password } }, at)
const tokenOf = (reply: Awaited<ReturnType<typeof reset>>) => {
  const { link } = reply.body.data as { link: string }
  expect(link).toMatch(/^\/admin\/reset-password#token=[\w-]{43}$/)
  return link.split('=')[1] as string
}
const turnOn = (admin: TestAdmin, at = identity) => enableSecondFactor(at, admin)

describe('changing an admin’s own password', () => {
  test('signs in with the new password, keeps this session, and ends the others in every service', async () => {
    const replica = await startIdentity(identity.env)
    try {
      const other = await signInAdmin(identity.app, ann.email, ann.password)
      // A route that reads no database, so only the message can end the session.
      const elsewhere = () => call(replica.app, '/api/auth/providers', { bearer: other.token })
      expect((await elsewhere()).status).toBe(200)
      const reply = await changePassword(ann.token, { currentPassword: ann.password, newPassword: password })
      expect([reply.status, reply.body]).toEqual([200, { success: true, message: 'Password changed' }])
      expect((await check(ann.token)).status).toBe(200)
      expect((await check(other.token)).status).toBe(401)
      await vi.waitUntil(async () => (await elsewhere()).status === 401)
      expect((await signIn(credentials(ann))).body.code).toBe('invalid_credentials')
      expect((await signIn({ email: ann.email, password })).status).toBe(200)
    } finally {
      await replica.close()
    }
  })

  test('requires the current password', async () => {
    const reply = await changePassword(ann.token, { currentPassword: 'wrong-one', newPassword: password })
    expect([reply.status, reply.body.code]).toEqual([400, 'wrong_password'])
    expect(reply.body.details?.[0]?.path).toBe('currentPassword')
    expect((await signIn(credentials(ann))).status).toBe(200)
  })

  test('also requires a code or a recovery code if there is a second factor', async () => {
    const { secret, recoveryCodes } = await turnOn(ann)
    const change = { currentPassword: ann.password, newPassword: password }
    const without = await changePassword(ann.token, change)
    expect([without.status, without.body.code, without.body.details?.[0]?.path]).toEqual([
      400,
      'totp_required',
      'code',
    ])
    expect((await changePassword(ann.token, { ...change, code: '' })).body.code).toBe('totp_required')
    expect((await changePassword(ann.token, { ...change, code: wrongCode(secret) })).body.code).toBe(
      'totp_invalid',
    )
    expect((await changePassword(ann.token, { ...change, code: codeOf(secret) })).status).toBe(200)
    const back = { currentPassword: password, newPassword: ann.password, recoveryCode: recoveryCodes[0] }
    expect((await changePassword(ann.token, back)).status).toBe(200)
    expect((await changePassword(ann.token, { ...back, currentPassword: ann.password })).status).toBe(400)
  })

  test('bounds the codes that can be guessed in a session', async () => {
    const { secret } = await turnOn(ann)
    const change = { currentPassword: ann.password, newPassword: password }
    for (let guess = 0; guess < 10; guess += 1) {
      await changePassword(ann.token, { ...change, code: wrongCode(secret) })
    }
    const reply = await changePassword(ann.token, { ...change, code: codeOf(secret) })
    expect([reply.status, reply.body.code]).toEqual([429, 'too_many_codes'])
  })

  test('enforces the password rules', async () => {
    const reply = await changePassword(ann.token, { currentPassword: ann.password, newPassword: 'x' })
    expect([reply.status, reply.body.details?.[0]?.path]).toEqual([400, 'newPassword'])
  })

  test('succeeds for one of two concurrent changes', async () => {
    const replies = await Promise.all(
      ['one-secret', 'two-secret'].map((newPassword) =>
        changePassword(ann.token, { currentPassword: ann.password, newPassword }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('a reset by a super admin', () => {
  test('invalidates the old password and all sessions; its link, shown once, sets a new password once', async () => {
    const reply = await reset(ann.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      success: true,
      message: 'Password reset',
      data: { mailedTo: null, link: expect.any(String), expiresAt: expect.any(String) },
    })
    expect((await check(ann.token)).status).toBe(401)
    expect((await signIn(credentials(ann))).body.code).toBe('invalid_credentials')

    const token = tokenOf(reply)
    expect((await setPassword(token, 'x')).status).toBe(400)
    const set = await setPassword(token, password)
    expect([set.status, set.cookies.map(({ name }) => name)]).toEqual([200, []])
    expect((await signIn({ email: ann.email, password })).status).toBe(200)
    expect((await setPassword(token, 'third-secret')).body.code).toBe('link_expired')
    expect((await signIn({ email: ann.email, password })).status).toBe(200)
  })

  test('accepts one of two concurrent uses of the link', async () => {
    const token = tokenOf(await reset(ann.id))
    const replies = await Promise.all([1, 2, 3].map((n) => setPassword(token, `secret-${n}`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('replaces an earlier link, and its link expires', async () => {
    const first = tokenOf(await reset(ann.id))
    const second = tokenOf(await reset(ann.id))
    expect((await setPassword(first, password)).body.code).toBe('link_expired')
    await identity.database.pool.query(
      `update admin_password_reset set expires_at = now() where admin_id = $1`,
      [ann.id],
    )
    expect((await setPassword(second, password)).body.code).toBe('link_expired')
    for (const nonsense of ['', 'x', '\u0000']) {
      expect((await setPassword(nonsense, password)).body.code).toBe('link_expired')
    }
  })

  test('stores no usable token', async () => {
    const token = tokenOf(await reset(ann.id))
    const { rows } = await identity.database.pool.query('select * from admin_password_reset')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('requires the super admin’s own password', async () => {
    const reply = await reset(ann.id, { password: 'wrong-one' })
    expect([reply.status, reply.body.code]).toEqual([400, 'wrong_password'])
    expect((await check(ann.token)).status).toBe(200)
  })

  test('requires the super admin’s own second factor, if there is one', async () => {
    const rival = await newAdmin(identity.app, superAdmin, 'super_admin')
    const { secret } = await turnOn(rival)
    expect((await reset(ann.id, {}, rival)).body.code).toBe('totp_required')
    expect((await reset(ann.id, { code: wrongCode(secret) }, rival)).body.code).toBe('totp_invalid')
    expect((await check(ann.token)).status).toBe(200)
    expect((await reset(ann.id, { code: codeOf(secret) }, rival)).status).toBe(200)
  })

  test('requires a super admin, and an existing admin to reset', async () => {
    expect((await reset(superAdmin.id, {}, ann)).status).toBe(403)
    expect((await reset('admin_0')).body.code).toBe('admin_not_found')
  })

  test('rejects resetting one’s own password, so that the last super admin keeps access', async () => {
    const reply = await reset(superAdmin.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'own_password_reset'])
    expect((await check(superAdmin.token)).status).toBe(200)
  })

  test('leaves one active super admin when two reset each other concurrently', async () => {
    const rival = await newAdmin(identity.app, superAdmin, 'super_admin')
    const other = await newAdmin(identity.app, superAdmin, 'super_admin')
    // Neither resets before both have confirmed with a password that still works.
    const { pool } = identity.database
    const holding = await pool.connect()
    await holding.query(`select pg_advisory_lock(hashtext('admins'))`)
    const resets = Promise.all([reset(other.id, {}, rival), reset(rival.id, {}, other)])
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()",
      )
      expect(rowCount).toBe(2)
    })
    await holding.query(`select pg_advisory_unlock(hashtext('admins'))`)
    holding.release()
    expect((await resets).map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('doesn’t count an admin who can’t sign in yet as an active super admin', async () => {
    const other = await newAdmin(identity.app, superAdmin, 'super_admin')
    await identity.database.pool.query(
      `update admin set is_active = false where role = 'super_admin' and id not in ($1, $2)`,
      [superAdmin.id, other.id],
    )
    await reset(other.id)
    const patch = { method: 'PATCH', bearer: superAdmin.token, body: { isActive: false } } as const
    const reply = await ask(`/api/admin/admins/${superAdmin.id}`, patch)
    expect([reply.status, reply.body.code]).toEqual([409, 'last_super_admin'])
  })

  test('keeps the second factor unless asked to remove it', async () => {
    const { secret } = await turnOn(ann)
    await setPassword(tokenOf(await reset(ann.id)), password)
    expect((await signIn({ email: ann.email, password })).body.code).toBe('totp_required')
    expect((await signIn({ email: ann.email, password, code: codeOf(secret) })).status).toBe(200)
    await setPassword(tokenOf(await reset(ann.id, { removeSecondFactor: true })), password)
    expect((await signIn({ email: ann.email, password })).status).toBe(200)
  })

  test('leaves no session when it races a sign-in', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admin = await newAdmin(identity.app, superAdmin)
      const [signedIn] = await Promise.all([signIn(credentials(admin)), reset(admin.id)])
      const token = signedIn.body.admin?.token
      if (token !== undefined) expect((await check(String(token))).status).toBe(401)
    }
  })
})

test('an operator can reset an admin from the command line', async () => {
  await turnOn(ann)
  const run = promisify(execFile)
  const script = join(import.meta.dirname, 'reset-admin.ts')
  const env = { ...process.env, DATABASE_URL: identity.env.DATABASE_URL }
  const { stdout } = await run(process.execPath, [script, ann.email, '--remove-second-factor'], { env })
  const token = /\/admin\/reset-password#token=([\w-]{43})/.exec(stdout)?.[1]
  expect((await check(ann.token)).status).toBe(401)
  expect((await setPassword(token ?? '', password)).status).toBe(200)
  expect((await signIn({ email: ann.email, password })).status).toBe(200)
  await expect(run(process.execPath, [script, 'nobody@example.com'], { env })).rejects.toMatchObject({
    code: 1,
    stderr: 'Admin not found\n',
  })
})

describe('with a mail server', () => {
  let server: TestMailServer
  let mailing: RunningIdentity
  let superAdmin: TestAdmin
  beforeAll(async () => {
    server = await testMailServer()
    mailing = await startIdentity({ ...(await identityEnvironment()), ...mailSettings(server) })
    superAdmin = await signInAdmin(mailing.app)
  })
  afterAll(async () => {
    await mailing?.close()
    await server?.goAway()
  })

  test('a reset mails its link to the admin and doesn’t return it', async () => {
    const admin = await newAdmin(mailing.app, superAdmin)
    const reply = await reset(admin.id, {}, superAdmin, mailing)
    expect(reply.body.data).toMatchObject({ mailedTo: admin.email, link: null })
    const mail = await mailTo(server, admin.email, 'Your admin password was reset')
    expect(mail.email.text).toContain('https://rehearse.example/admin/reset-password#token=')
    expect((await setPassword(tokenIn(mail), password, mailing)).status).toBe(200)
    expect((await signIn({ email: admin.email, password }, mailing)).status).toBe(200)
    await mailTo(server, admin.email, 'Your admin password was changed')
  })

  test('an admin is notified when their second factor was removed', async () => {
    const admin = await newAdmin(mailing.app, superAdmin)
    await turnOn(admin, mailing)
    await reset(admin.id, { removeSecondFactor: true }, superAdmin, mailing)
    await mailTo(server, admin.email, 'Two-step sign-in was turned off')
  })
})

describe('limits password guessing', () => {
  let limited: RunningIdentity
  let limitedAdmin: TestAdmin
  beforeAll(async () => {
    limited = await startIdentity({ ...(await identityEnvironment()), RATE_LIMIT_SIGNIN_ACCOUNT: '3' })
    limitedAdmin = await signInAdmin(limited.app)
  })
  afterAll(() => limited?.close())

  test.each([
    ['POST', `${base}/password`, { currentPassword: 'wrong-one', newPassword: password }],
    ['POST', '/api/admin/admins/admin_0/password-reset', { password: 'wrong-one' }],
    ['POST', `${base}/totp`, { password: 'wrong-one' }],
    ['DELETE', `${base}/totp`, { password: 'wrong-one', code: '000000' }],
    ['POST', `${base}/totp/recovery-codes`, { password: 'wrong-one', code: '000000' }],
  ] as const)('by account for %s %s', async (method, path, body) => {
    await limited.database.pool.query('delete from attempt_count')
    const { token: bearer } = await newAdmin(limited.app, limitedAdmin, 'super_admin')
    const statuses: number[] = []
    for (let guess = 0; guess < 4; guess += 1) {
      statuses.push((await call(limited.app, path, { method, bearer, body })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})
