import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cookieNames } from '@rehearse/contracts'
import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSeal } from '../keys/seal.ts'
import { newAdmin, signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { type Call, call } from '../testing/client.ts'
import { mailSettings, mailTo, tokenIn } from '../testing/mailed.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'
import { sealPurpose } from './check-second-factor.ts'
import { resealTotpSecrets } from './second-factor.ts'

let identity: RunningIdentity
let boss: TestAdmin
beforeAll(async () => {
  identity = await startIdentity()
  boss = await signInAdmin(identity.app)
})
afterAll(() => identity?.close())

let ann: TestAdmin
beforeEach(async () => {
  ann = await newAdmin(identity.app, boss)
})

const password = 'another-secret'
const base = '/api/admin/auth'
const ask = (path: string, options: Call = {}, { app } = identity) => call(app, path, options)
const check = (bearer: string, { app } = identity) => call(app, base, { bearer })
const signIn = (body: object, { app } = identity) => call(app, base, { body: { ...body } })
const credentials = ({ email, password }: TestAdmin) => ({ email, password })
const changePassword = (bearer: string, body: object) => ask(`${base}/password`, { bearer, body })
const reset = (id: string, body: object = {}, by = boss, at = identity) =>
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

/** The code of a secret, so many steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
/** As though the last code had been shown long ago. */
const forgetLastCode = (adminId: string, { database } = identity) =>
  database.pool.query('update admin_totp set last_step = 0, wrong_codes = 0 where admin_id = $1', [adminId])
const wrong = (secret: string) => {
  const valid = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !valid.includes(code),
  ) as string
}

async function turnOn(admin: TestAdmin, at = identity) {
  const bearer = admin.token
  const begun = await ask(`${base}/totp`, { bearer, body: { password: admin.password } }, at)
  expect(begun.status).toBe(200)
  const { secret, uri } = begun.body as { secret?: string; uri?: string }
  const confirmed = await ask(`${base}/totp/confirm`, { bearer, body: { code: codeOf(secret ?? '') } }, at)
  expect(confirmed.status).toBe(200)
  await forgetLastCode(admin.id, at)
  const { recoveryCodes } = confirmed.body as { recoveryCodes?: string[] }
  return { secret: secret as string, uri, recoveryCodes: recoveryCodes as string[], confirmed }
}

describe('an admin who changes their password', () => {
  test('signs in with it from now on; their other sessions end, here and at every service, and this one goes on', async () => {
    const replica = await startIdentity(identity.env)
    try {
      const other = await signInAdmin(identity.app, ann.email, ann.password)
      // A route that looks into no database: only the message can make it refuse.
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

  test('has to know the present one', async () => {
    const reply = await changePassword(ann.token, { currentPassword: 'wrong-one', newPassword: password })
    expect([reply.status, reply.body.code]).toEqual([400, 'wrong_password'])
    expect(reply.body.details?.[0]?.path).toBe('currentPassword')
    expect((await signIn(credentials(ann))).status).toBe(200)
  })

  test('is held to the rules for passwords', async () => {
    const reply = await changePassword(ann.token, { currentPassword: ann.password, newPassword: 'x' })
    expect([reply.status, reply.body.details?.[0]?.path]).toEqual([400, 'newPassword'])
  })

  test('of two who do so at once, one succeeds', async () => {
    const replies = await Promise.all(
      ['one-secret', 'two-secret'].map((newPassword) =>
        changePassword(ann.token, { currentPassword: ann.password, newPassword }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('a reset by a super admin', () => {
  test('ends the old password and all sessions; its link, shown once, sets a new password, once', async () => {
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

  test('of two who follow the link at once, one succeeds', async () => {
    const token = tokenOf(await reset(ann.id))
    const replies = await Promise.all([1, 2, 3].map((n) => setPassword(token, `secret-${n}`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('its link expires, and is replaced by that of the next', async () => {
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

  test('stores no token that would work', async () => {
    const token = tokenOf(await reset(ann.id))
    const { rows } = await identity.database.pool.query('select * from admin_password_reset')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('asks for the super admin’s own password', async () => {
    const reply = await reset(ann.id, { password: 'wrong-one' })
    expect([reply.status, reply.body.code]).toEqual([400, 'wrong_password'])
    expect((await check(ann.token)).status).toBe(200)
  })

  test('is for super admins alone, and for admins who exist', async () => {
    expect((await reset(boss.id, {}, ann)).status).toBe(403)
    expect((await reset('admin_0')).body.code).toBe('admin_not_found')
  })

  test('is not for oneself, so the last super admin stays in', async () => {
    const reply = await reset(boss.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'own_password_reset'])
    expect((await check(boss.token)).status).toBe(200)
  })

  test('leaves one who can sign in when two super admins reset each other at the same moment', async () => {
    const rival = await newAdmin(identity.app, boss, 'super_admin')
    const other = await newAdmin(identity.app, boss, 'super_admin')
    const replies = await Promise.all([reset(other.id, {}, rival), reset(rival.id, {}, other)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('makes one who can’t sign in yet count for nobody in charge', async () => {
    const other = await newAdmin(identity.app, boss, 'super_admin')
    await identity.database.pool.query(
      `update admin set is_active = false where role = 'super_admin' and id not in ($1, $2)`,
      [boss.id, other.id],
    )
    await reset(other.id)
    const patch = { method: 'PATCH', bearer: boss.token, body: { isActive: false } } as const
    const reply = await ask(`/api/admin/admins/${boss.id}`, patch)
    expect([reply.status, reply.body.code]).toEqual([409, 'last_super_admin'])
  })

  test('keeps the second factor, unless it is to go as well', async () => {
    const { secret } = await turnOn(ann)
    await setPassword(tokenOf(await reset(ann.id)), password)
    expect((await signIn({ email: ann.email, password })).body.code).toBe('totp_required')
    expect((await signIn({ email: ann.email, password, code: codeOf(secret) })).status).toBe(200)
    await setPassword(tokenOf(await reset(ann.id, { removeSecondFactor: true })), password)
    expect((await signIn({ email: ann.email, password })).status).toBe(200)
  })

  test('that races a sign-in leaves no session behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admin = await newAdmin(identity.app, boss)
      const [signedIn] = await Promise.all([signIn(credentials(admin)), reset(admin.id)])
      const token = signedIn.body.admin?.token
      if (token !== undefined) expect((await check(String(token))).status).toBe(401)
    }
  })
})

test('an operator resets an admin at the machine, where no super admin is left to ask', async () => {
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

describe('where mail is sent', () => {
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

  test('a reset mails its link to the admin and shows it to nobody', async () => {
    const admin = await newAdmin(mailing.app, superAdmin)
    const reply = await reset(admin.id, {}, superAdmin, mailing)
    expect(reply.body.data).toMatchObject({ mailedTo: admin.email, link: null })
    const mail = await mailTo(server, admin.email, 'Your admin password was reset')
    expect(mail.email.text).toContain('https://rehearse.example/admin/reset-password#token=')
    expect((await setPassword(tokenIn(mail), password, mailing)).status).toBe(200)
    expect((await signIn({ email: admin.email, password }, mailing)).status).toBe(200)
    await mailTo(server, admin.email, 'Your admin password was changed')
  })

  test('an admin is told that their second factor was removed', async () => {
    const admin = await newAdmin(mailing.app, superAdmin)
    await turnOn(admin, mailing)
    await reset(admin.id, { removeSecondFactor: true }, superAdmin, mailing)
    await mailTo(server, admin.email, 'Two-step sign-in was turned off')
  })
})

describe('a second factor', () => {
  test('is asked for at sign-in from when it is confirmed', async () => {
    const begun = await ask(`${base}/totp`, { bearer: ann.token, body: { password: ann.password } })
    const { secret } = begun.body as { secret?: string }
    expect((await signIn(credentials(ann))).status).toBe(200)
    const confirm = (code: string) => ask(`${base}/totp/confirm`, { bearer: ann.token, body: { code } })
    expect((await confirm(wrong(secret ?? ''))).body.code).toBe('totp_invalid')
    expect((await confirm(codeOf(secret ?? ''))).status).toBe(200)
    const reply = await signIn(credentials(ann))
    expect([reply.status, reply.body.code, reply.cookies]).toEqual([401, 'totp_required', []])
    const view = await ask(`${base}/totp`, { bearer: ann.token })
    expect(view.body).toEqual({
      success: true,
      secondFactor: { enabled: true, required: false, recoveryCodesLeft: 10 },
    })
  })

  test('lets in with a code, and with the same code only once', async () => {
    const { secret } = await turnOn(ann)
    const code = codeOf(secret)
    expect((await signIn({ ...credentials(ann), code })).status).toBe(200)
    const replayed = await signIn({ ...credentials(ann), code })
    expect([replayed.status, replayed.body.code]).toEqual([401, 'totp_invalid'])
    // Nor with one of an earlier step, which would still be within the tolerance.
    expect((await signIn({ ...credentials(ann), code: codeOf(secret, -1) })).body.code).toBe('totp_invalid')
    expect((await signIn({ ...credentials(ann), code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('of many who show the same code at once, lets in one', async () => {
    const { secret } = await turnOn(ann)
    const code = codeOf(secret)
    const replies = await Promise.all([1, 2, 3, 4].map(() => signIn({ ...credentials(ann), code })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('the code that confirmed it can’t sign in as well', async () => {
    const bearer = ann.token
    const begun = await ask(`${base}/totp`, { bearer, body: { password: ann.password } })
    const code = codeOf((begun.body as { secret?: string }).secret ?? '')
    await ask(`${base}/totp/confirm`, { bearer, body: { code } })
    expect((await signIn({ ...credentials(ann), code })).body.code).toBe('totp_invalid')
  })

  test('reveals nothing to those who don’t know the password', async () => {
    const { secret } = await turnOn(ann)
    for (const code of [undefined, codeOf(secret)]) {
      const reply = await signIn({ email: ann.email, password: 'wrong-one', code })
      expect(reply.status).toBe(401)
      expect(reply.body).toEqual({
        success: false,
        error: 'Invalid email or password',
        code: 'invalid_credentials',
        requestId: expect.any(String),
      })
    }
    // The code was not looked at, so it still counts.
    expect((await signIn({ ...credentials(ann), code: codeOf(secret) })).status).toBe(200)
  })

  test('can’t be guessed: after ten wrong codes none is accepted for an hour, a recovery code is', async () => {
    const { secret, recoveryCodes } = await turnOn(ann)
    const code = wrong(secret)
    const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn({ ...credentials(ann), code })))
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const right = await signIn({ ...credentials(ann), code: codeOf(secret) })
    expect([right.status, right.body.code]).toEqual([429, 'too_many_codes'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    const recovered = await signIn({ ...credentials(ann), recoveryCode: recoveryCodes[0] })
    expect(recovered.status).toBe(200)
    await identity.database.pool.query(
      `update admin_totp set wrong_since = now() - interval '61 minutes' where admin_id = $1`,
      [ann.id],
    )
    expect((await signIn({ ...credentials(ann), code: codeOf(secret) })).status).toBe(200)
  })

  test('ends the sessions that began without it, and goes on in the one that set it up', async () => {
    const other = await signInAdmin(identity.app, ann.email, ann.password)
    await turnOn(ann)
    expect((await check(other.token)).status).toBe(401)
    expect((await check(ann.token)).status).toBe(200)
  })

  test('is begun with the password, and not while there is one', async () => {
    const begin = (password: string) => ask(`${base}/totp`, { bearer: ann.token, body: { password } })
    expect((await begin('wrong-one')).body.code).toBe('wrong_password')
    await turnOn(ann)
    expect((await begin(ann.password)).body.code).toBe('totp_enabled')
  })

  test('has to be confirmed within half an hour', async () => {
    const begun = await ask(`${base}/totp`, { bearer: ann.token, body: { password: ann.password } })
    await identity.database.pool.query(
      `update admin_totp set created_at = now() - interval '31 minutes' where admin_id = $1`,
      [ann.id],
    )
    const code = codeOf((begun.body as { secret?: string }).secret ?? '')
    const reply = await ask(`${base}/totp/confirm`, { bearer: ann.token, body: { code } })
    expect([reply.status, reply.body.code]).toEqual([409, 'totp_not_started'])
  })

  test('is removed with password and code', async () => {
    const { secret } = await turnOn(ann)
    const remove = (body: object) => ask(`${base}/totp`, { method: 'DELETE', bearer: ann.token, body })
    expect((await remove({ password: 'wrong-one', code: codeOf(secret) })).body.code).toBe('wrong_password')
    expect((await remove({ password: ann.password })).body.code).toBe('totp_required')
    const refused = await remove({ password: ann.password, code: wrong(secret) })
    expect([refused.status, refused.body.code]).toEqual([400, 'totp_invalid'])
    expect((await remove({ password: ann.password, code: codeOf(secret) })).status).toBe(200)
    expect((await check(ann.token)).status).toBe(200)
    expect((await signIn(credentials(ann))).status).toBe(200)
    expect((await remove({ password: ann.password, code: codeOf(secret) })).body.code).toBe(
      'totp_not_enabled',
    )
  })

  test('lies sealed in the database, for this admin alone, and is sealed again with a new secret', async () => {
    const { secret, uri } = await turnOn(ann)
    expect(uri).toContain(`secret=${secret}`)
    const { db } = identity.database
    const read = async () =>
      (await db.selectFrom('admin_totp').selectAll().where('admin_id', '=', ann.id).executeTakeFirstOrThrow())
        .secret
    const stored = await read()
    expect(stored.includes(Buffer.from(secret))).toBe(false)
    const [before, now] = ['rehearse-development-secret-not-for-production', 'n'.repeat(32)]
    expect(() => createSeal(before).open(stored, sealPurpose(boss.id))).toThrow()
    await db.deleteFrom('admin_totp').where('admin_id', '!=', ann.id).execute()
    await resealTotpSecrets(db, createSeal(now, before))
    expect(createSeal(now).open(await read(), sealPurpose(ann.id))).toBe(secret)
    await resealTotpSecrets(db, createSeal(before, now))
    expect((await signIn({ ...credentials(ann), code: codeOf(secret) })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('sign in once each, however they are typed', async () => {
    const { recoveryCodes } = await turnOn(ann)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const [first, second] = recoveryCodes as [string, string]
    expect((await signIn({ ...credentials(ann), recoveryCode: first })).status).toBe(200)
    const again = await signIn({ ...credentials(ann), recoveryCode: first })
    expect([again.status, again.body.code]).toEqual([401, 'totp_invalid'])
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ')} `
    const racing = await Promise.all([1, 2].map(() => signIn({ ...credentials(ann), recoveryCode: typed })))
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 401])
    const view = await ask(`${base}/totp`, { bearer: ann.token })
    expect(view.body).toMatchObject({ secondFactor: { recoveryCodesLeft: 8 } })
  })

  test('are another admin’s no help', async () => {
    const { recoveryCodes } = await turnOn(ann)
    const bob = await newAdmin(identity.app, boss)
    await turnOn(bob)
    const reply = await signIn({ ...credentials(bob), recoveryCode: recoveryCodes[0] })
    expect(reply.body.code).toBe('totp_invalid')
  })

  test('are stored hashed', async () => {
    const { recoveryCodes } = await turnOn(ann)
    const { rows } = await identity.database.pool.query('select code_hash from admin_recovery_code')
    const stored = rows.map(({ code_hash }) => code_hash.toString('utf8'))
    for (const code of recoveryCodes) expect(stored.join()).not.toContain(code.replaceAll('-', ''))
  })

  test('are replaced, with password and code', async () => {
    const { secret, recoveryCodes } = await turnOn(ann)
    const renew = (body: object) => ask(`${base}/totp/recovery-codes`, { bearer: ann.token, body })
    expect((await renew({ password: 'wrong-one', code: codeOf(secret) })).body.code).toBe('wrong_password')
    expect((await renew({ password: ann.password, code: wrong(secret) })).body.code).toBe('totp_invalid')
    const renewed = await renew({ password: ann.password, code: codeOf(secret) })
    const fresh = (renewed.body as { recoveryCodes?: string[] }).recoveryCodes as string[]
    expect([renewed.status, fresh.length]).toEqual([200, 10])
    const used = await signIn({ ...credentials(ann), recoveryCode: recoveryCodes[0] })
    expect(used.body.code).toBe('totp_invalid')
    expect((await signIn({ ...credentials(ann), recoveryCode: fresh[0] })).status).toBe(200)
  })
})

describe('where a second factor is required', () => {
  let strict: RunningIdentity
  beforeAll(async () => {
    strict = await startIdentity({ ...identity.env, ADMIN_TOTP_REQUIRED: 'true' })
    // Its own session ended with the others that had shown no second factor.
    boss = await signInAdmin(identity.app)
  })
  afterAll(() => strict?.close())

  test('an admin without one signs in only to set it up, for a quarter of an hour', async () => {
    const reply = await signIn(credentials(ann), strict)
    expect([reply.status, reply.body.mustEnroll]).toEqual([200, true])
    const token = String(reply.body.admin?.token)
    expect(decodeJwt(token)).toMatchObject({ sub: ann.id, role: 'enrolling_admin' })
    const minutes = (Date.parse(String(reply.body.admin?.expiresAt)) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    for (const path of [base, '/api/admin/admins', '/api/admin/users', '/api/auth/me']) {
      expect([path, (await ask(path, { bearer: token }, strict)).status]).toEqual([path, 403])
    }
    const password = { currentPassword: ann.password, newPassword: 'another-secret' }
    expect((await ask(`${base}/password`, { bearer: token, body: password }, strict)).status).toBe(403)
    const view = await ask(`${base}/totp`, { bearer: token }, strict)
    expect(view.body).toMatchObject({ secondFactor: { enabled: false, required: true } })

    const { confirmed } = await turnOn({ ...ann, token }, strict)
    const full = String((confirmed.body.admin as { token?: string } | undefined)?.token)
    expect(confirmed.cookie(cookieNames.admin)?.value).toBe(full)
    expect(decodeJwt(full)).toMatchObject({ sub: ann.id, role: 'admin' })
    expect((await check(full, strict)).status).toBe(200)
    expect((await ask(`${base}/totp`, { bearer: token }, strict)).status).toBe(401)
  })

  test('the session that can only enroll can be ended', async () => {
    const { body } = await signIn(credentials(ann), strict)
    const bearer = String(body.admin?.token)
    expect((await ask(base, { method: 'DELETE', bearer }, strict)).status).toBe(200)
    expect((await ask(`${base}/totp`, { bearer }, strict)).status).toBe(401)
  })

  test('sessions from before it was required end when the service starts', async () => {
    const bob = await newAdmin(identity.app, boss)
    await turnOn(bob)
    const later = await startIdentity({ ...identity.env, ADMIN_TOTP_REQUIRED: 'true' })
    try {
      expect((await check(ann.token)).status).toBe(401)
      expect((await check(bob.token)).status).toBe(200)
    } finally {
      await later.close()
      boss = await signInAdmin(identity.app)
    }
  })

  test('who removes theirs is signed out and sets up another', async () => {
    const { body } = await signIn(credentials(ann), strict)
    const { secret, confirmed } = await turnOn({ ...ann, token: String(body.admin?.token) }, strict)
    const bearer = String((confirmed.body.admin as { token?: string } | undefined)?.token)
    const shown = { password: ann.password, code: codeOf(secret) }
    const removed = await ask(`${base}/totp`, { method: 'DELETE', bearer, body: shown }, strict)
    expect([removed.status, removed.cookie(cookieNames.admin)?.value]).toEqual([200, ''])
    expect((await check(bearer, strict)).status).toBe(401)
    expect((await signIn(credentials(ann), strict)).body.mustEnroll).toBe(true)
  })
})

describe('guessing the password', () => {
  let limited: RunningIdentity
  let limitedBoss: TestAdmin
  beforeAll(async () => {
    limited = await startIdentity({ ...(await identityEnvironment()), RATE_LIMIT_SIGNIN_ACCOUNT: '3' })
    limitedBoss = await signInAdmin(limited.app)
  })
  afterAll(() => limited?.close())

  test.each([
    ['POST', `${base}/password`, { currentPassword: 'wrong-one', newPassword: password }],
    ['POST', '/api/admin/admins/admin_0/password-reset', { password: 'wrong-one' }],
    ['POST', `${base}/totp`, { password: 'wrong-one' }],
    ['DELETE', `${base}/totp`, { password: 'wrong-one', code: '000000' }],
    ['POST', `${base}/totp/recovery-codes`, { password: 'wrong-one', code: '000000' }],
  ] as const)('by %s %s is refused after the limit of the account', async (method, path, body) => {
    await limited.database.pool.query('delete from attempt_count')
    const { token: bearer } = await newAdmin(limited.app, limitedBoss, 'super_admin')
    const statuses: number[] = []
    for (let guess = 0; guess < 4; guess += 1) {
      statuses.push((await call(limited.app, path, { method, bearer, body })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})
