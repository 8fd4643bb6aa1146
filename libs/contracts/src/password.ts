import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from './constants.ts'

/** Why a text can't be a password; undefined if it can. */
export function passwordProblem(text: string): 'too-short' | 'too-long' | undefined {
  // Counts code points: `length` counts an emoji twice, bytes count é twice.
  if ([...text].length < PASSWORD_MIN_CHARACTERS) return 'too-short'
  return utf8Length(text) > PASSWORD_MAX_BYTES ? 'too-long' : undefined
}

const utf8Length = (text: string) => new TextEncoder().encode(text).length
