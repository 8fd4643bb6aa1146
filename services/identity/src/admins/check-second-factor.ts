import { createHash, randomBytes } from 'node:crypto'
import { DomainError } from '@rehearse/contracts'
import { Secret, TOTP } from 'otpauth'
import type { Seal } from '../keys/seal.ts'
import type { Trx } from '../tables.ts'
import { countWrongCode, lockTotp, storeLastStep, useRecoveryCode } from './second-factor-repository.ts'

export interface ShownFactor {
  code?: string | null | undefined
  recoveryCode?: string | null | undefined
}

/** Wrong codes of one account in an hour. Of a million codes three are valid at a time: 1 in 1,400 in a day. */
const wrongCodesMax = 10

/**
 * - `none`: the account has no second factor
 * - `missing`: it has one, and nothing was shown
 * - `blocked`: too many wrong codes in this hour; a right one isn't accepted either, a recovery code is
 */
export type FactorCheck = 'none' | 'missing' | 'accepted' | 'wrong' | 'blocked'

/** The purpose that a secret is sealed for: one that is copied to another account doesn't open there. */
export const sealPurpose = (adminId: string): string => `totp ${adminId}`

/**
 * Checks the second factor that an admin shows, and uses up what was shown. A wrong code is counted in this transaction,
 * so commit it whatever the outcome.
 */
export async function checkSecondFactor(
  trx: Trx,
  seal: Seal,
  adminId: string,
  { code, recoveryCode }: ShownFactor,
): Promise<FactorCheck> {
  const totp = await lockTotp(trx, adminId)
  if (totp === undefined || totp.confirmed_at === null) return 'none'
  if (recoveryCode) {
    return (await useRecoveryCode(trx, adminId, hashRecoveryCode(recoveryCode))) ? 'accepted' : 'wrong'
  }
  if (!code) return 'missing'
  const inThisHour = totp.wrong_since.getTime() > Date.now() - 3_600_000
  if (inThisHour && totp.wrong_codes >= wrongCodesMax) return 'blocked'
  const step = matchTotpStep(seal.open(totp.secret, sealPurpose(adminId)), code, Date.now())
  if (step === undefined || step <= totp.last_step) {
    await countWrongCode(trx, adminId)
    return 'wrong'
  }
  await storeLastStep(trx, adminId, step)
  return 'accepted'
}

/** @param kind `unauthenticated` at sign-in; `invalid` within a session, where 401 would mean that it has ended */
export function secondFactorError(
  check: 'missing' | 'wrong' | 'blocked',
  kind: 'unauthenticated' | 'invalid',
): DomainError {
  if (check === 'blocked') {
    return new DomainError({
      kind: 'too-many',
      code: 'too_many_codes',
      message: 'Too many wrong codes. Use a recovery code, or try again in an hour',
      retryAfterSeconds: 3_600,
    })
  }
  const isMissing = check === 'missing'
  return new DomainError({
    kind,
    code: isMissing ? 'totp_required' : 'totp_invalid',
    message: isMissing
      ? 'Enter the code from your authenticator app'
      : 'This code is incorrect or was already used',
    ...(kind === 'invalid' && {
      details: [{ path: 'code', message: isMissing ? 'is required' : 'is incorrect' }],
    }),
  })
}

const howMany = 10
/** Crockford's base 32: no letters that could be taken for digits, and 5 bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits, so that the stored hashes can't be reversed by trying codes. */
const characters = 16

/** Ten codes like `8k2m-v0qx-71pd-zt4w`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, newRecoveryCode)

function newRecoveryCode(): string {
  const letters = [...randomBytes(characters)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}

/** As a code is stored; capitals, spaces and hyphens make no difference. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest()

/** What every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238). */
const totpOf = (base32: string, label?: string) =>
  new TOTP({
    secret: Secret.fromBase32(base32),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    issuer: 'Rehearse',
    ...(label !== undefined && { label }),
  })

/** Time steps before and after the present one whose codes are accepted, since phones' clocks differ. */
const clockSkew = 1

/** A new secret of 160 bits, as base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth://` address that an authenticator app scans. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The time step that a code belongs to; undefined where it belongs to none of the accepted ones. The comparison takes
 * constant time.
 * @param now milliseconds since the epoch
 */
export function matchTotpStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, '')
  // The library compares bytes of equal number alone, and throws where six characters are more bytes.
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token, timestamp: now, window: clockSkew })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}
