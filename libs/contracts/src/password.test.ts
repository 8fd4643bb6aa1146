import { expect, test } from 'vitest'
import { newPassword } from './identity/accounts.ts'
import { passwordProblem, preparePassword } from './password.ts'

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
  // Lengths count after preparation, which shortens decomposed letters and lengthens the Devanagari qa.
  ['e\u0301'.repeat(3), 'too-short'],
  ['e\u0301'.repeat(36), undefined],
  ['\u0958'.repeat(12), undefined],
  ['\u0958'.repeat(13), 'too-long'],
  ['\u3000'.repeat(72), undefined],
  ['secret\ud83d', 'not-well-formed'],
  ['secret\udc00\ud83d', 'not-well-formed'],
  ['secret\t1', 'control-character'],
  ['secret\u00001', 'control-character'],
  ['secret\u009f1', 'control-character'],
  ['secret\u20281', 'control-character'],
] as const)('%j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

test.each([
  ['composed letters', 'Stra\u00dfe caf\u00e9', 'Stra\u00dfe cafe\u0301'],
  ['Arabic marks', '\u0623\u062d\u0645\u062f12', '\u0627\u0654\u062d\u0645\u062f12'],
  ['Korean syllables', '\uac00\uac01123456', '\u1100\u1161\u1100\u1161\u11a8123456'],
  ['a no-break space', 'two words', 'two\u00a0words'],
  ['an ideographic space', 'two words', 'two\u3000words'],
  ['signs that are canonically equal', '\u00c5ngstr\u00f6m', '\u212bngstr\u00f6m'],
])('%s: both spellings are one password', (_what, composed, other) => {
  expect(preparePassword(other)).toBe(composed)
  expect(preparePassword(composed)).toBe(composed)
})

test('case, width, compatibility letters and spaces at the ends are kept', () => {
  for (const text of [' Secret ', '\uff21bcdef', 'ﬁnally', '10\u00b3 is it', '👩\u200d💻 codes']) {
    expect(preparePassword(text)).toBe(text)
  }
})

test('each limit has its own message', () => {
  const messages = (text: string) => newPassword.safeParse(text).error?.issues.map(({ message }) => message)
  expect(messages('ééé')).toEqual(['must have at least 6 characters'])
  expect(messages('é'.repeat(37))).toEqual(['must have at most 72 bytes'])
  expect(messages('secret\ud800')).toEqual(['must be well-formed Unicode'])
  expect(messages('secret\n')).toEqual(['must not contain control characters'])
  expect(messages('secret')).toBeUndefined()
})
