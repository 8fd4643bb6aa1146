import { randomUUID } from 'node:crypto'
import { certificateParams } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { certificateCode, certificateEventId } from './achievements.ts'

test('a certificate code is 26 letters and digits, which the certificate route accepts', () => {
  expect(certificateCode('00000000-0000-0000-0000-000000000000')).toBe('0'.repeat(26))
  expect(certificateCode('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe(`7${'Z'.repeat(25)}`)
  const eventId = randomUUID()
  const code = certificateCode(eventId)
  expect(certificateEventId(code)).toBe(eventId)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(certificateParams.safeParse({ code }).success).toBe(true)
})

test('a certificate code differs for ids that differ in one bit', () => {
  const codes = ['0', '1', '2', '4', '8'].map((last) =>
    certificateCode(`018f0000-0000-7000-8000-00000000000${last}`),
  )
  expect(new Set(codes).size).toBe(5)
})

test.each(['', 'none', 'Z'.repeat(26), 'U'.repeat(26), `${'0'.repeat(26)}0`])('%j is no code', (text) => {
  expect(certificateEventId(text)).toBeUndefined()
})
