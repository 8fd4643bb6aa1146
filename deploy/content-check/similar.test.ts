import { expect, test } from 'vitest'
import { similarPairs } from './report.ts'

const pairs = (texts: readonly string[], threshold: number) =>
  similarPairs(texts, (text) => text, threshold).map(({ one, other, likeness }) => [one, other, likeness])

test('equal texts have similarity 1, ignoring case', () => {
  expect(pairs(['What does this log?', 'what does THIS log?'], 0.9)).toEqual([
    ['What does this log?', 'what does THIS log?', 1],
  ])
})

test('similarity is the share of three-word shingles that both texts contain', () => {
  // a b c, b c d, c d e and b c d, c d e, d e f: two of four.
  expect(pairs(['a b c d e', 'b c d e f'], 0.5)).toEqual([['a b c d e', 'b c d e f', 0.5]])
  expect(pairs(['a b c d e', 'b c d e f'], 0.51)).toEqual([])
})

test('word order matters, and code symbols are words', () => {
  expect(pairs(['one two three four', 'four three two one'], 0.01)).toEqual([])
  expect(pairs(['a = b + c', 'a = b - c'], 0.5)).toEqual([])
})

test('very short texts are compared as a whole, and the most similar come first', () => {
  const found = similarPairs(['x y', 'x y', 'a b c d', 'a b c e'], (text) => text, 0.3)
  expect(found.map(({ likeness }) => likeness)).toEqual([1, 1 / 3])
})
