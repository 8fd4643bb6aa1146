import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from './constants.ts'

/** What keeps a text from becoming a password; undefined when nothing does. */
export function passwordProblem(text: string): 'too-short' | 'too-long' | undefined {
  // Spread by code points: `length` counts an emoji twice, bytes count é twice.
  if ([...text].length < PASSWORD_MIN_CHARACTERS) return 'too-short'
  return utf8Length(text) > PASSWORD_MAX_BYTES ? 'too-long' : undefined
}

const utf8Length = (text: string) => new TextEncoder().encode(text).length
