import { expect, test } from 'vitest'
import { hashRefreshToken, newRefreshToken, refreshSuccession } from './refresh-token.ts'

const secret = 'a secret of the server, long enough'

test('a token has 256 random bits and is fit for a cookie', () => {
  const tokens = new Set(Array.from({ length: 100 }, newRefreshToken))
  expect(tokens.size).toBe(100)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
})

test('every replica finds the same successor', () => {
  const token = newRefreshToken()
  expect(refreshSuccession(secret)(token)).toBe(refreshSuccession(secret)(token))
})

test('without the secret nobody finds the successor', () => {
  const token = newRefreshToken()
  const successor = refreshSuccession(secret)(token)
  expect(refreshSuccession(`${secret}!`)(token)).not.toBe(successor)
  expect(hashRefreshToken(token).toString('base64url')).not.toBe(successor)
})

test('a chain of successors does not come back', () => {
  const successorOf = refreshSuccession(secret)
  const chain = new Set<string>()
  for (let token = newRefreshToken(); chain.size < 1_000; token = successorOf(token)) {
    expect(chain.has(token)).toBe(false)
    chain.add(token)
  }
})
