import { BCRYPT_COST } from '@rehearse/contracts'
import bcrypt from 'bcrypt'
import { describe, expect, test } from 'vitest'
import { type HashQueueKey, PasswordHasher } from './password-hasher.ts'

const hasher = new PasswordHasher({ cost: BCRYPT_COST, concurrency: 2, maxWaiting: 50 })
/** As versions did that didn't prepare passwords. */
const hashAsTyped = (password: string) => bcrypt.hash(password, 4)
const turn: HashQueueKey = { kind: 'stranger', address: '198.51.100.1', account: 'ann@example.com' }

describe('a password', () => {
  test('matches only its own hash, which has cost 12', async () => {
    const hash = await hasher.hash('secret1', turn)
    expect(hash).toMatch(/^\$2b\$12\$/)
    expect(await hasher.matches('secret1', hash, turn)).toBe(true)
    expect(await hasher.matches('secret2', hash, turn)).toBe(false)
    expect(await hasher.matches('', hash, turn)).toBe(false)
  })

  test('of 72 bytes is compared to the last byte, and a longer password doesn’t match', async () => {
    const password = `${'a'.repeat(70)}é`
    const hash = await hasher.hash(password, turn)
    expect(await hasher.matches(password, hash, turn)).toBe(true)
    expect(await hasher.matches(`${'a'.repeat(71)}e`, hash, turn)).toBe(false)
    expect(await hasher.matches(`${password}!`, hash, turn)).toBe(false)
  })

  test('is compared beyond a null character', async () => {
    const hash = await hasher.hash('secret\0one', turn)
    expect(await hasher.matches('secret\0two', hash, turn)).toBe(false)
    expect(await hasher.matches('secret\0one', hash, turn)).toBe(true)
  })

  test('of another spelling matches: NFC, and one kind of space', async () => {
    const hash = await hasher.hash('Caf\u00e9 ol\u00e9', turn)
    expect(await hasher.match('Cafe\u0301\u00a0ole\u0301', hash, turn)).toBe('current')
    expect(await hasher.match('Cafe ole', hash, turn)).toBe('none')
    expect(
      await hasher
        .hash('Cafe\u0301\u00a0ole\u0301', turn)
        .then((h) => hasher.match('Caf\u00e9 ol\u00e9', h, turn)),
    ).toBe('current')
  })

  test('that an earlier version hashed as it was typed matches in that form only, and is outdated', async () => {
    const hash = await hashAsTyped('cafe\u0301s1')
    expect(await hasher.match('cafe\u0301s1', hash, turn)).toBe('outdated')
    expect(await hasher.match('caf\u00e9s1', hash, turn)).toBe('none')
    expect(await hasher.match('caf\u00e9s1', await hashAsTyped('caf\u00e9s1'), turn)).toBe('current')
  })

  test('that preparation makes longer than 72 bytes keeps its old hash', async () => {
    const typed = '\u0958'.repeat(24)
    expect(await hasher.match(typed, await hashAsTyped(typed), turn)).toBe('current')
  })

  test('matches nothing without a hash, although the comparison runs', async () => {
    expect(await hasher.matches('secret1', null, turn)).toBe(false)
    expect(await hasher.matches('', undefined, turn)).toBe(false)
    const busy = new PasswordHasher({ cost: BCRYPT_COST, concurrency: 1, maxWaiting: 0 })
    const first = busy.matches('secret1', null, turn)
    await expect(busy.matches('secret1', null, turn)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await first).toBe(false)
  })
})
