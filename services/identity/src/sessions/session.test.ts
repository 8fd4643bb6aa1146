import { REFRESH_GRACE } from '@rehearse/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRefresh, hashRefreshToken, newRefreshToken, refreshSuccession } from './session.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const later = new Date(now.getTime() + 60_000)
const grace = REFRESH_GRACE * 1000

describe('a refresh token', () => {
  test('is exchanged when it is fresh', () => {
    expect(checkRefresh({ expiresAt: later, usedAt: null, sessionEndedAt: null }, now)).toBe('rotate')
  })

  test('is rejected when it has expired, to the millisecond', () => {
    expect(checkRefresh({ expiresAt: now, usedAt: null, sessionEndedAt: null }, now)).toBe('refused')
    const justValid = new Date(now.getTime() + 1)
    expect(checkRefresh({ expiresAt: justValid, usedAt: null, sessionEndedAt: null }, now)).toBe('rotate')
  })

  test('that was exchanged returns the same pair for 30 seconds; after that it ends the session', () => {
    const used = (ms: number) =>
      checkRefresh({ expiresAt: later, usedAt: ago(ms), sessionEndedAt: null }, now)
    expect(used(0)).toBe('repeat')
    expect(used(grace)).toBe('repeat')
    expect(used(grace + 1)).toBe('reused')
  })

  test('exchanged by a transaction that began later is within the grace period', () => {
    const token = { expiresAt: later, usedAt: ago(-20), sessionEndedAt: null }
    expect(checkRefresh(token, now)).toBe('repeat')
  })

  test('of an ended session is always rejected', () => {
    const moment = fc.date({ noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.option(moment), moment, moment, (expiresAt, usedAt, sessionEndedAt, at) => {
        expect(checkRefresh({ expiresAt, usedAt, sessionEndedAt }, at)).toBe('refused')
      }),
    )
  })

  test('is exchanged at most once: a used one never is', () => {
    const moment = fc.date({ noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, fc.option(moment), moment, (expiresAt, usedAt, sessionEndedAt, at) => {
        expect(checkRefresh({ expiresAt, usedAt, sessionEndedAt }, at)).not.toBe('rotate')
      }),
    )
  })
})

const secret = 'a secret of the server, long enough'

test('a refresh token has 256 random bits and can be stored in a cookie', () => {
  const tokens = new Set(Array.from({ length: 100 }, newRefreshToken))
  expect(tokens.size).toBe(100)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
})

test('a refresh token has the same successor in every replica', () => {
  const token = newRefreshToken()
  expect(refreshSuccession(secret)(token)).toBe(refreshSuccession(secret)(token))
})

test('a successor can’t be derived without the secret', () => {
  const token = newRefreshToken()
  const successor = refreshSuccession(secret)(token)
  expect(refreshSuccession(`${secret}!`)(token)).not.toBe(successor)
  expect(hashRefreshToken(token).toString('base64url')).not.toBe(successor)
})

test('a chain of successors never repeats', () => {
  const successorOf = refreshSuccession(secret)
  const chain = new Set<string>()
  for (let token = newRefreshToken(); chain.size < 1_000; token = successorOf(token)) {
    expect(chain.has(token)).toBe(false)
    chain.add(token)
  }
})
