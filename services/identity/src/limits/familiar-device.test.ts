import { describe, expect, test } from 'vitest'
import { type AccountState, cookieAfterSignIn, isFamiliar, keyedHash, readDevice } from './familiar-device.ts'

const hash = keyedHash('a secret of the server')
const ann: AccountState = { kind: 'learner', email: 'ann@example.com', passwordHash: '$2b$12$ann' }
const bob: AccountState = { kind: 'learner', email: 'bob@example.com', passwordHash: null }

const signedIn = (cookie: string | undefined, ...accounts: AccountState[]) =>
  accounts.reduce<string | undefined>(
    (kept, account) => cookieAfterSignIn(readDevice(kept), account, hash),
    cookie,
  )

describe('a browser', () => {
  test('is familiar only to accounts that signed in on it', () => {
    const device = readDevice(signedIn(undefined, ann))
    expect(isFamiliar(device, ann, hash)).toBe(true)
    expect(isFamiliar(device, bob, hash)).toBe(false)
    expect(isFamiliar(device, { ...ann, kind: 'admin' }, hash)).toBe(false)
    expect(isFamiliar(device, ann, keyedHash('another secret'))).toBe(false)
  })

  test('is new again after the password was changed or first set', () => {
    const device = readDevice(signedIn(undefined, ann, bob))
    expect(isFamiliar(device, { ...ann, passwordHash: '$2b$12$other' }, hash)).toBe(false)
    expect(isFamiliar(device, { ...ann, passwordHash: null }, hash)).toBe(false)
    expect(isFamiliar(device, bob, hash)).toBe(true)
    expect(isFamiliar(device, { ...bob, passwordHash: '$2b$12$first' }, hash)).toBe(false)
  })

  test('stays familiar to other accounts and keeps its id', () => {
    const cookie = signedIn(undefined, ann)
    const device = readDevice(signedIn(cookie, bob, ann))
    expect(device.id).toEqual(readDevice(cookie).id)
    expect(device.tags).toHaveLength(2)
    expect([ann, bob].map((account) => isFamiliar(device, account, hash))).toEqual([true, true])
  })

  test('drops the least recently used account past the eighth', () => {
    const others = Array.from({ length: 8 }, (_, index) => ({ ...ann, email: `other-${index}@example.com` }))
    const device = readDevice(signedIn(undefined, ann, ...others))
    expect(isFamiliar(device, ann, hash)).toBe(false)
    expect(others.every((account) => isFamiliar(device, account, hash))).toBe(true)
  })

  test('can’t use another browser’s tag', () => {
    const [annsTag] = readDevice(signedIn(undefined, ann)).tags
    const thief = readDevice(signedIn(undefined, bob))
    expect(isFamiliar({ ...thief, tags: [annsTag ?? ''] }, ann, hash)).toBe(false)
  })

  test.each([undefined, '', '.', 'nonsense', `${'A'.repeat(500)}.x`])(
    'is new with the cookie %j',
    (cookie) => {
      const device = readDevice(cookie)
      expect(device.id).toHaveLength(16)
      expect(device.tags).toEqual([])
    },
  )
})
