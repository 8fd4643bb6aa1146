import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lex } from './lexer.ts'

const texts = (text: string) => lex(text).map((token) => token.text)

describe('lex', () => {
  test.each([
    ['Array.map', ['array', '.', 'map']],
    ['C++', ['c', '++']],
    ['a === b', ['a', '===', 'b']],
    ['a!==b', ['a', '!==', 'b']],
    ['.then(', ['.', 'then', '(']],
    ['<dialog>', ['<', 'dialog', '>']],
    ['</div>', ['</', 'div', '>']],
    ['x ?. y ?? z', ['x', '?.', 'y', '??', 'z']],
    ['::before', ['::', 'before']],
    ['`\u0024{name}`', ['`', '\u0024{', 'name', '}', '`']],
    ['$el snake_case --gap', ['$el', 'snake_case', '--', 'gap']],
    ['Café ÉTÉ', ['cafe', 'ete']],
    ['闭包是', ['闭包', '包是']],
    ['مرحبا', ['مرحبا']],
  ])('%s', (text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  test('returns the position of each token, in order and without overlaps of words and marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const token of lex(text)) {
          expect(token.end).toBeGreaterThan(token.start)
          expect(token.end).toBeLessThanOrEqual(text.length)
          if (token.kind === 'mark') expect(text.slice(token.start, token.end)).toBe(token.text)
        }
      }),
    )
  })

  test('gives the same tokens in any case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]*$/), (text) => {
        expect(texts(text.toUpperCase())).toEqual(texts(text.toLowerCase()))
      }),
    )
  })
})
