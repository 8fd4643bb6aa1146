import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { TestAdmin } from './admins.ts'
import { call } from './client.ts'
import type { RunningIdentity } from './start-identity.ts'

const path = '/api/admin/auth/totp'

/** Turns on an admin's second factor; the last used code is cleared, so that it can be used again. */
export async function enableSecondFactor({ app, database }: RunningIdentity, admin: TestAdmin) {
  const bearer = admin.token
  const begun = await call(app, path, { bearer, body: { password: admin.password } })
  expect(begun.status).toBe(200)
  const { secret = '', uri } = begun.body as { secret?: string; uri?: string }
  const confirmed = await call(app, `${path}/confirm`, { bearer, body: { code: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  await forgetLastCode(database, admin.id)
  const { recoveryCodes } = confirmed.body as { recoveryCodes?: string[] }
  return { secret, uri, recoveryCodes: recoveryCodes as string[], confirmed }
}

/** The code of a secret, `steps` × 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A code that isn't valid now. */
export function wrongCode(secret: string): string {
  const valid = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !valid.includes(code),
  ) as string
}

/** Clears the last used code, as if it had been used long ago. */
const forgetLastCode = ({ pool }: RunningIdentity['database'], adminId: string) =>
  pool.query('update admin_totp set last_step = 0, wrong_codes = 0 where admin_id = $1', [adminId])
