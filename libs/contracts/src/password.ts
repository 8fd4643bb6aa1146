import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from './constants.ts'

/**
 * A password in the form that is hashed: OpaqueString of RFC 8265, section 4.2. Every kind of space becomes U+0020, and
 * the text is normalized to NFC, so that keyboards that compose letters differently type the same password. Case, width
 * and spaces at the ends are kept.
 * @param text well-formed Unicode
 */
export const preparePassword = (text: string): string => text.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** Whether two texts are the same password. */
export const isSamePassword = (one = '', other = ''): boolean =>
  preparePassword(one) === preparePassword(other)

export type PasswordProblem = 'not-well-formed' | 'control-character' | 'too-short' | 'too-long'

/** Why a text can't be a new password; undefined if it can. Its length counts after preparation. */
export function passwordProblem(text: string): PasswordProblem | undefined {
  // UTF-8 can't encode half a surrogate pair: it would become U+FFFD, and all such passwords the same.
  if (!text.isWellFormed()) return 'not-well-formed'
  const prepared = preparePassword(text)
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(prepared)) return 'control-character'
  // Counts code points: `length` counts an emoji twice, bytes count é twice.
  if ([...prepared].length < PASSWORD_MIN_CHARACTERS) return 'too-short'
  return utf8Length(prepared) > PASSWORD_MAX_BYTES ? 'too-long' : undefined
}

const utf8Length = (text: string) => new TextEncoder().encode(text).length
