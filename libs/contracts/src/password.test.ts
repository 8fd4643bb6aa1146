import { expect, test } from 'vitest'
import { newPassword } from './identity/accounts.ts'
import { passwordProblem } from './password.ts'

test.each([
  ['', 'too-short'],
  ['ééé', 'too-short'],
  ['😀😀😀', 'too-short'],
  ['12345', 'too-short'],
  ['123456', undefined],
  ['éééééé', undefined],
  ['😀😀😀😀😀😀', undefined],
  ['a'.repeat(72), undefined],
  ['é'.repeat(36), undefined],
  ['a'.repeat(73), 'too-long'],
  [`${'é'.repeat(36)}x`, 'too-long'],
] as const)('%j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

test('each limit has its own message', () => {
  const messages = (text: string) => newPassword.safeParse(text).error?.issues.map(({ message }) => message)
  expect(messages('ééé')).toEqual(['must have at least 6 characters'])
  expect(messages('é'.repeat(37))).toEqual(['must have at most 72 bytes'])
  expect(messages('secret')).toBeUndefined()
})
