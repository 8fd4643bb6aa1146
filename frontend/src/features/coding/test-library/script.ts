import { equals, iterableEquality, sparseArrayEquality } from '@vitest/expect'

export { captureConsole } from './console.ts'
export { print, shorten } from './show.ts'

/** Whether a value equals that of a test's JSON, by the equality of `expect`; a missing property isn't undefined. */
export const isSame = (got: unknown, expected: unknown): boolean =>
  equals(got, expected, [iterableEquality, sparseArrayEquality], true)
