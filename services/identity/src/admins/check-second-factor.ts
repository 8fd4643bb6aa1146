import { DomainError } from '@rehearse/contracts'
import type { Seal } from '../keys/seal.ts'
import type { Trx } from '../tables.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { countWrongCode, lockTotp, storeLastStep, useRecoveryCode } from './second-factor-repository.ts'
import { matchTotpStep } from './totp.ts'

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
