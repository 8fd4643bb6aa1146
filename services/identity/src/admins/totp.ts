import { Secret, TOTP } from 'otpauth'

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
