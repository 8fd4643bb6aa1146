import { Secret, URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { matchTotpStep, newTotpSecret, totpUri } from './check-second-factor.ts'

/**
 * RFC 6238, appendix B. Shorter codes are the last digits of longer ones (RFC 4226, 5.3), so these are the last six
 * digits of its eight.
 */
const secret = Secret.fromUTF8('12345678901234567890').base32
const vectors: readonly [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

describe('a TOTP code', () => {
  test.each(vectors)('of second %i in RFC 6238 is accepted', (seconds, code) => {
    expect(matchTotpStep(secret, code.slice(-6), seconds * 1_000)).toBe(Math.floor(seconds / 30))
  })

  test('is accepted at most one step early or late', () => {
    const code = '287082'
    const steps = [-2, -1, 0, 1, 2].map((step) => matchTotpStep(secret, code, (59 + step * 30) * 1_000))
    expect(steps).toEqual([undefined, 1, 1, 1, undefined])
  })

  test('may contain spaces', () => {
    expect(matchTotpStep(secret, ' 287 082 ', 59_000)).toBe(1)
  })

  test.each(['', '28708', '2870820', '94287082', 'abcdef', '287082\u0000', '２８７０８２'])(
    'is not accepted as %j',
    (code) => {
      expect(matchTotpStep(secret, code, 59_000)).toBeUndefined()
    },
  )
})

test('a secret has 160 bits and is different each time', () => {
  const secrets = [newTotpSecret(), newTotpSecret()]
  expect(new Set(secrets).size).toBe(2)
  for (const base32 of secrets) expect(Secret.fromBase32(base32).bytes).toHaveLength(20)
})

test('the URI for authenticator apps contains the site and the account', () => {
  const uri = totpUri(secret, 'grace@example.com')
  const { issuer, label } = URI.parse(uri)
  expect([issuer, label]).toEqual(['Rehearse', 'grace@example.com'])
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
})
