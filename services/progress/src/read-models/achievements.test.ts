import { randomUUID } from 'node:crypto'
import { certificateParams } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { certificateCode } from './achievements.ts'

test('a certificate code is 26 letters and digits, which the certificate route accepts', () => {
  expect(certificateCode('00000000-0000-0000-0000-000000000000')).toBe('0'.repeat(26))
  expect(certificateCode('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe(`7${'Z'.repeat(25)}`)
  const code = certificateCode(randomUUID())
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(certificateParams.safeParse({ code }).success).toBe(true)
})

test('a certificate code differs for ids that differ in one bit', () => {
  const codes = ['0', '1', '2', '4', '8'].map((last) =>
    certificateCode(`018f0000-0000-7000-8000-00000000000${last}`),
  )
  expect(new Set(codes).size).toBe(5)
})
