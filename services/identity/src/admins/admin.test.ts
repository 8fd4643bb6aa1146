import { expect, test } from 'vitest'
import { newAdminId } from './admin.ts'

test('an admin id is admin_, the time, and nine random characters', () => {
  const now = new Date('2026-11-21T12:00:00.000Z')
  expect(newAdminId(now)).toMatch(/^admin_1795262400000[0-9a-z]{9}$/)
  expect(new Set(Array.from({ length: 100 }, () => newAdminId(now))).size).toBe(100)
})
