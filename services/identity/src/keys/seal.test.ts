import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal('a secret of the server, long enough')

test('decrypts with the same purpose', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, purpose) => {
      expect(seal.open(seal.close(secret, purpose), purpose)).toBe(secret)
    }),
  )
})

test('detects a change of any byte', () => {
  const sealed = seal.close('private', 'key-1')
  for (const position of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
    expect(() => seal.open(changed, 'key-1')).toThrow()
  }
  expect(() => seal.open(sealed.subarray(0, -1), 'key-1')).toThrow()
})

test('doesn’t decrypt with another secret or purpose', () => {
  const sealed = seal.close('private', 'key-1')
  expect(() => seal.open(sealed, 'key-2')).toThrow()
  expect(() => createSeal('another secret of the server, as long').open(sealed, 'key-1')).toThrow()
})

test('decrypts what the previous secret encrypted, and re-encrypts it once', () => {
  const sealed = seal.close('private', 'key-1')
  const next = createSeal('the next secret, also long enough', 'a secret of the server, long enough')
  expect(next.open(sealed, 'key-1')).toBe('private')
  const resealed = next.reseal(sealed, 'key-1') as Buffer
  expect(createSeal('the next secret, also long enough').open(resealed, 'key-1')).toBe('private')
  expect(next.reseal(resealed, 'key-1')).toBeNull()
})

test('encrypts the same secret differently each time, and never leaves it in plain text', () => {
  const first = seal.close('private', 'key-1')
  expect(first.equals(seal.close('private', 'key-1'))).toBe(false)
  expect(first.includes('private')).toBe(false)
})
