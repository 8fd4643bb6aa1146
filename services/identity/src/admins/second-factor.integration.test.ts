import { cookieNames } from '@rehearse/contracts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSeal } from '../keys/seal.ts'
import { newAdmin, signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { type Call, call } from '../testing/client.ts'
import { codeOf, enableSecondFactor, wrongCode } from '../testing/second-factor.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'
import { sealPurpose } from './check-second-factor.ts'
import { resealTotpSecrets } from './second-factor.ts'

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

const base = '/api/admin/auth'
const ask = (path: string, options: Call = {}, { app } = identity) => call(app, path, options)
const check = (bearer: string, { app } = identity) => call(app, base, { bearer })
const signIn = (body: object, { app } = identity) => call(app, base, { body: { ...body } })
const credentials = ({ email, password }: TestAdmin) => ({ email, password })
const turnOn = (admin: TestAdmin, at = identity) => enableSecondFactor(at, admin)

describe('a second factor', () => {
  test('is required at sign-in once it is confirmed', async () => {
    const begun = await ask(`${base}/totp`, { bearer: ann.token, body: { password: ann.password } })
    const { secret } = begun.body as { secret?: string }
    expect((await signIn(credentials(ann))).status).toBe(200)
    const confirm = (code: string) => ask(`${base}/totp/confirm`, { bearer: ann.token, body: { code } })
    expect((await confirm(wrongCode(secret ?? ''))).body.code).toBe('totp_invalid')
    expect((await confirm(codeOf(secret ?? ''))).status).toBe(200)
    const reply = await signIn(credentials(ann))
    expect([reply.status, reply.body.code, reply.cookies]).toEqual([401, 'totp_required', []])
    const view = await ask(`${base}/totp`, { bearer: ann.token })
    expect(view.body).toEqual({
      success: true,
      secondFactor: { enabled: true, required: false, recoveryCodesLeft: 10 },
    })
  })

  test('accepts a code only once', async () => {
    const { secret } = await turnOn(ann)
    const code = codeOf(secret)
    expect((await signIn({ ...credentials(ann), code })).status).toBe(200)
    const replayed = await signIn({ ...credentials(ann), code })
    expect([replayed.status, replayed.body.code]).toEqual([401, 'totp_invalid'])
    // A code of an earlier step, still within the tolerance, is rejected too.
    expect((await signIn({ ...credentials(ann), code: codeOf(secret, -1) })).body.code).toBe('totp_invalid')
    expect((await signIn({ ...credentials(ann), code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('accepts one of concurrent sign-ins with the same code', async () => {
    const { secret } = await turnOn(ann)
    const code = codeOf(secret)
    const replies = await Promise.all([1, 2, 3, 4].map(() => signIn({ ...credentials(ann), code })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('doesn’t accept the code that confirmed it for a sign-in', async () => {
    const bearer = ann.token
    const begun = await ask(`${base}/totp`, { bearer, body: { password: ann.password } })
    const code = codeOf((begun.body as { secret?: string }).secret ?? '')
    await ask(`${base}/totp/confirm`, { bearer, body: { code } })
    expect((await signIn({ ...credentials(ann), code })).body.code).toBe('totp_invalid')
  })

  test('reveals nothing to clients without the password', async () => {
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
    // The code wasn't checked, so it can still be used.
    expect((await signIn({ ...credentials(ann), code: codeOf(secret) })).status).toBe(200)
  })

  test('can’t be guessed: after ten wrong codes, only a recovery code is accepted for an hour', async () => {
    const { secret, recoveryCodes } = await turnOn(ann)
    const code = wrongCode(secret)
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

  test('ends sessions that started without it, except the one that set it up', async () => {
    const other = await signInAdmin(identity.app, ann.email, ann.password)
    await turnOn(ann)
    expect((await check(other.token)).status).toBe(401)
    expect((await check(ann.token)).status).toBe(200)
  })

  test('requires the password to be set up, and can’t be set up twice', async () => {
    const begin = (password: string) => ask(`${base}/totp`, { bearer: ann.token, body: { password } })
    expect((await begin('wrong-one')).body.code).toBe('wrong_password')
    await turnOn(ann)
    expect((await begin(ann.password)).body.code).toBe('totp_enabled')
  })

  test('must be confirmed within half an hour', async () => {
    const begun = await ask(`${base}/totp`, { bearer: ann.token, body: { password: ann.password } })
    await identity.database.pool.query(
      `update admin_totp set created_at = now() - interval '31 minutes' where admin_id = $1`,
      [ann.id],
    )
    const code = codeOf((begun.body as { secret?: string }).secret ?? '')
    const reply = await ask(`${base}/totp/confirm`, { bearer: ann.token, body: { code } })
    expect([reply.status, reply.body.code]).toEqual([409, 'totp_not_started'])
  })

  test('can be removed with password and code', async () => {
    const { secret } = await turnOn(ann)
    const remove = (body: object) => ask(`${base}/totp`, { method: 'DELETE', bearer: ann.token, body })
    expect((await remove({ password: 'wrong-one', code: codeOf(secret) })).body.code).toBe('wrong_password')
    expect((await remove({ password: ann.password })).body.code).toBe('totp_required')
    const refused = await remove({ password: ann.password, code: wrongCode(secret) })
    expect([refused.status, refused.body.code]).toEqual([400, 'totp_invalid'])
    expect((await remove({ password: ann.password, code: codeOf(secret) })).status).toBe(200)
    expect((await check(ann.token)).status).toBe(200)
    expect((await signIn(credentials(ann))).status).toBe(200)
    expect((await remove({ password: ann.password, code: codeOf(secret) })).body.code).toBe(
      'totp_not_enabled',
    )
  })

  test('is stored encrypted for this admin only, and re-encrypted after the secret changes', async () => {
    const { secret, uri } = await turnOn(ann)
    expect(uri).toContain(`secret=${secret}`)
    const { db } = identity.database
    const read = async () =>
      (await db.selectFrom('admin_totp').selectAll().where('admin_id', '=', ann.id).executeTakeFirstOrThrow())
        .secret
    const stored = await read()
    expect(stored.includes(Buffer.from(secret))).toBe(false)
    const [before, now] = ['rehearse-development-secret-not-for-production', 'n'.repeat(32)]
    expect(() => createSeal(before).open(stored, sealPurpose(superAdmin.id))).toThrow()
    await db.deleteFrom('admin_totp').where('admin_id', '!=', ann.id).execute()
    await resealTotpSecrets(db, createSeal(now, before))
    expect(createSeal(now).open(await read(), sealPurpose(ann.id))).toBe(secret)
    await resealTotpSecrets(db, createSeal(before, now))
    expect((await signIn({ ...credentials(ann), code: codeOf(secret) })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('sign in once each, with or without spaces and hyphens', async () => {
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

  test('don’t work for another admin', async () => {
    const { recoveryCodes } = await turnOn(ann)
    const bob = await newAdmin(identity.app, superAdmin)
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

  test('can be replaced with password and code', async () => {
    const { secret, recoveryCodes } = await turnOn(ann)
    const renew = (body: object) => ask(`${base}/totp/recovery-codes`, { bearer: ann.token, body })
    expect((await renew({ password: 'wrong-one', code: codeOf(secret) })).body.code).toBe('wrong_password')
    expect((await renew({ password: ann.password, code: wrongCode(secret) })).body.code).toBe('totp_invalid')
    const renewed = await renew({ password: ann.password, code: codeOf(secret) })
    const fresh = (renewed.body as { recoveryCodes?: string[] }).recoveryCodes as string[]
    expect([renewed.status, fresh.length]).toEqual([200, 10])
    const used = await signIn({ ...credentials(ann), recoveryCode: recoveryCodes[0] })
    expect(used.body.code).toBe('totp_invalid')
    expect((await signIn({ ...credentials(ann), recoveryCode: fresh[0] })).status).toBe(200)
  })
})

describe('when a second factor is required', () => {
  let strict: RunningIdentity
  beforeAll(async () => {
    strict = await startIdentity({ ...identity.env, ADMIN_TOTP_REQUIRED: 'true' })
    // The super admin's own session ended with the others, since it had no second factor.
    superAdmin = await signInAdmin(identity.app)
  })
  afterAll(() => strict?.close())

  test('an admin without one gets a session of a quarter of an hour that only allows setting it up', async () => {
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

  test('the session that only allows enrollment can be ended', async () => {
    const { body } = await signIn(credentials(ann), strict)
    const bearer = String(body.admin?.token)
    expect((await ask(base, { method: 'DELETE', bearer }, strict)).status).toBe(200)
    expect((await ask(`${base}/totp`, { bearer }, strict)).status).toBe(401)
  })

  test('sessions from before the requirement end when the service starts', async () => {
    const bob = await newAdmin(identity.app, superAdmin)
    await turnOn(bob)
    const later = await startIdentity({ ...identity.env, ADMIN_TOTP_REQUIRED: 'true' })
    try {
      expect((await check(ann.token)).status).toBe(401)
      expect((await check(bob.token)).status).toBe(200)
    } finally {
      await later.close()
      superAdmin = await signInAdmin(identity.app)
    }
  })

  test('an admin who removes theirs is signed out and sets up another', async () => {
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
