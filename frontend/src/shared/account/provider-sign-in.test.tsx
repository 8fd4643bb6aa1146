import { expect, test } from 'vitest'
import { learner } from '../../testing/samples.ts'
import { isNewAccount, redirectToProvider } from './provider-sign-in.ts'

const created = { ...learner, createdAt: '2026-01-01T00:00:00.000Z' }
const firstTime = { ...created, lastLoginAt: '2026-01-01T00:00:00.300Z' }

test('an account created by the provider’s sign-in is recognized as new, once', () => {
  expect(isNewAccount(firstTime)).toBe(false)
  redirectToProvider()
  expect(isNewAccount({ ...created, lastLoginAt: '2026-02-01T00:00:00.000Z' })).toBe(false)
  redirectToProvider()
  expect(isNewAccount(firstTime)).toBe(true)
  expect(isNewAccount(firstTime)).toBe(false)
})
