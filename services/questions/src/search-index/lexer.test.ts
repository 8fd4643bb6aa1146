import { foldText } from '@rehearse/contracts'
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
    ['clo\u200bsure clo\u00adsure \ufeffclosure', ['closure', 'closure', 'closure']],
    ['.\u2060then\u200b(', ['.', 'then', '(']],
    ['Ａｒｒａｙ．ｍａｐ', ['array', '.', 'map']],
    ['…args', ['...', 'args']],
    ['don’t re‑render', ['don', "'", 't', 're', '-', 'render']],
    ['مَرْحَبـــًا', ['مرحبا']],
    ['10³ ½ ﬁle', ['10³', '½', 'ﬁle']],
  ])('%s', (text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  test('returns the position of each token, in order and without overlaps of words and marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const token of lex(text)) {
          expect(token.end).toBeGreaterThan(token.start)
          expect(token.end).toBeLessThanOrEqual(text.length)
          const written = text.slice(token.start, token.end)
          if (token.kind === 'mark' && !written.includes('…')) expect(foldText(written)).toBe(token.text)
        }
      }),
    )
  })

  test('gives the same tokens to texts that are the same when compared', () => {
    const unit = fc.constantFrom(...'ab .-…\u200b\u00ad’“−\u00a0Ａ．ـَم', '👩‍💻')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(texts(text)).toEqual(texts(foldText(text)))
      }),
      { numRuns: 1_000 },
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
