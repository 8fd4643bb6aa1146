import { expect, test } from 'vitest'
import { preconditionOf } from './etag.ts'

test.each([
  [undefined, null],
  ['*', null],
  ['"v3-abc_-D"', [3]],
  ['W/"v3-abc"', [3]],
  ['"v1", W/"v22-x"', [1, 22]],
  ['"3"', []],
  ['v3', []],
  ['', []],
  ['"v99999999999"', []],
])('%s', (header, versions) => {
  expect(preconditionOf(header)).toEqual(versions)
})
