import { createHash, randomBytes } from 'node:crypto'
import { DomainError } from '@rehearse/contracts'
import { Secret, TOTP } from 'otpauth'
import type { Seal } from '../keys/seal.ts'
import type { Trx } from '../tables.ts'
import { countWrongCode, lockTotp, storeLastStep, useRecoveryCode } from './second-factor-repository.ts'

export interface SecondFactorInput {
  code?: string | null | undefined
  recoveryCode?: string | null | undefined
}

/** Wrong codes per account and hour. Three of a million codes are valid at a time: a 1 in 1,400 chance per day. */
const wrongCodesMax = 10

/**
 * - `none`: the account has no second factor
 * - `missing`: it has one, and the request has no code
 * - `blocked`: too many wrong codes in this hour; only a recovery code is accepted
 */
export type FactorCheck = 'none' | 'missing' | 'accepted' | 'wrong' | 'blocked'

/** Binds an encrypted secret to its account, so that it can't be copied to another. */
export const sealPurpose = (adminId: string): string => `totp ${adminId}`

/**
 * Checks a second factor and marks it as used. Wrong codes are counted in this transaction, so commit it whatever the
 * outcome.
 */
export async function checkSecondFactor(
  trx: Trx,
  seal: Seal,
  adminId: string,
  { code, recoveryCode }: SecondFactorInput,
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

/** @param kind `unauthenticated` at sign-in; `invalid` within a session, where a 401 would mean that it has ended */
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

const codeCount = 10
/** Crockford's base 32: no letters that look like digits, 5 bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits, so that stored hashes can't be reversed by brute force. */
const characters = 16

/** Ten codes like `8k2m-v0qx-71pd-zt4w`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codeCount }, newRecoveryCode)

function newRecoveryCode(): string {
  const letters = [...randomBytes(characters)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}

/** The stored form of a code; case, spaces and hyphens don't matter. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest()

/** The parameters that every authenticator app supports (RFC 6238). */
const totpOf = (base32: string, label?: string) =>
  new TOTP({
    secret: Secret.fromBase32(base32),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    issuer: 'Rehearse',
    ...(label !== undefined && { label }),
  })

/** Time steps before and after the current one that are accepted, since phones' clocks differ. */
const clockSkew = 1

/** A new secret of 160 bits, as base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth://` URI that an authenticator app scans. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The time step that a code belongs to; undefined if it isn't valid now. Compares in constant time.
 * @param now milliseconds since the epoch
 */
export function matchTotpStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, '')
  // The library throws if the code has another number of bytes.
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token, timestamp: now, window: clockSkew })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}
