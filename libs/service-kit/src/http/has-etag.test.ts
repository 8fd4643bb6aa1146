import { expect, test } from 'vitest'
import { hasETag } from './has-etag.ts'

test.each([
  ['the ETag itself', '"a"', '"a"', true],
  ['one of a list', '"b" , "a"', '"a"', true],
  ['one that a proxy weakened', 'W/"a"', '"a"', true],
  ['a weak one, sent as strong', '"a"', 'W/"a"', true],
  ['any', ' * ', '"a"', true],
  ['another one', '"b"', '"a"', false],
  ['a part of one', '"a', '"a"', false],
  ['no header', undefined, '"a"', false],
])('If-None-Match with %s', (_, header, etag, expected) => {
  expect(hasETag(header, etag)).toBe(expected)
})
