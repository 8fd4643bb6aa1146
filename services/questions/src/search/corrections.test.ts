import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { corrections, editDistance } from './resolve-search.ts'

const candidates = (...words: string[]) => words.map((word) => ({ word, uses: 1 }))

describe('editDistance', () => {
  test.each([
    ['useefect', 'useeffect', 1],
    ['clsoure', 'closure', 1],
    ['htlm', 'html', 1],
    ['same', 'same', 0],
    ['kitten', 'sitting', 3],
  ])('%s, %s', (typed, word, edits) => {
    expect(editDistance(typed, word).whole).toBe(edits)
  })

  test('compares an incomplete word with the beginning of a word', () => {
    expect(editDistance('flxebo', 'flexbox')).toEqual({ whole: 2, beginning: 1 })
  })

  test('is symmetric, and 0 only for equal words', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(editDistance(one, other).whole).toBe(editDistance(other, one).whole)
        expect(editDistance(one, other).whole === 0).toBe(one === other)
      }),
    )
  })
})

describe('corrections', () => {
  test.each([
    ['one typo in a short word', 'htlm', ['html'], ['html']],
    ['not two typos in a short word', 'hltl', ['html'], []],
    ['two typos in a longer word', 'xylphnoe', ['xylophone'], ['xylophone']],
    ['not three typos', 'xlphnoe', ['xylophone'], []],
    ['no typo in two letters', 'jx', ['js'], []],
    ['only the nearest word', 'closur', ['closer', 'closure'], ['closure']],
    ['an incomplete word', 'flxebo', ['flexbox'], ['flexbox']],
  ])('%s', (_name, typed, words, expected) => {
    expect(corrections(typed, candidates(...words))).toEqual(expected)
  })

  test('are the most used of equally near words, at most three', () => {
    const near = ['cat', 'car', 'can', 'cap'].map((word, uses) => ({ word, uses }))
    expect(corrections('caz', near)).toEqual(['cap', 'can', 'car'])
  })
})
