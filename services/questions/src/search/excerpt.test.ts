import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchOf } from './excerpt.ts'
import { searchTerms } from './tsquery.ts'

const question = { title: 'A title', tags: ['es6'], content: 'A content', options: [{ text: 'An option' }] }

function match(search: string, changes: Partial<typeof question> = {}, corrected: string[] = []) {
  const { required, welcome } = searchTerms(search)
  const resolved = (terms: typeof required) => terms.map((term) => ({ ...term, corrected, beginnings: null }))
  return matchOf({ ...question, ...changes }, { required: resolved(required), welcome: resolved(welcome) })
}
const show = (pieces: { text: string; marked: boolean }[]) =>
  pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')

describe('matchOf', () => {
  test.each([
    ['closure', 'Closures close', '[Closures] close'],
    ['clos', 'Closures close', '[Closures] [close]'],
    ['===', 'a === b, a == b', 'a [===] b, a == b'],
    ['Array.map', 'Use Array.map here', 'Use [Array.map] here'],
    ['.then(', 'p.then(x)', 'p[.then(]x)'],
    ['<dialog>', '<dialog open>', '[<dialog] open>'],
    ['C++', 'C or C++?', '[C] or [C++]?'],
    ['cafe', 'Le Café', 'Le [Café]'],
  ])('%s in %s', (search, title, expected) => {
    expect(show(match(search, { title }).title)).toBe(expected)
  })

  test('marks the corrections of a word', () => {
    expect(show(match('useefect', { title: 'useEffect' }, ['useeffect']).title)).toBe('[useEffect]')
  })

  // Comparing every pair would take minutes.
  test('terminates for a text that consists only of marks', () => {
    const { text } = match('css', { content: 'css '.repeat(200_000) }).excerpt
    expect(text.filter(({ marked }) => marked)).toHaveLength(60)
  })

  test('takes the excerpt from the text with a match', () => {
    expect(match('content').excerpt.field).toBe('content')
    expect(show(match('option').excerpt.text)).toBe('An [option]')
    expect(show(match('es6').excerpt.text)).toBe('[es6]')
    expect(show(match('title').excerpt.text)).toBe('A content')
  })

  test('extracts the part with the most matches, between words', () => {
    const filler = 'lorem ipsum '.repeat(60)
    const { text } = match('closure scope', {
      content: `one closure ${filler} a closure has a scope ${filler}`,
    }).excerpt
    expect(show(text)).toMatch(/^… .*lorem ipsum {2}a \[closure\] has a \[scope\] .* …$/)
    expect(show(text).length).toBeLessThan(270)
  })

  test('returns the plain text: markup stays text, and no character is lost', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 100 }),
        fc.string({ minLength: 1 }),
        (title, search) => {
          expect(
            match(search, { title })
              .title.map(({ text }) => text)
              .join(''),
          ).toBe(title)
        },
      ),
    )
  })

  test.each(['end', 'ends'])('splits no character around %s', (word) => {
    const smiles = '😀'.repeat(300)
    const { text } = match(word, { content: `${smiles},${word} ${smiles}` }).excerpt
    expect(show(text)).toContain(`😀,[${word}] 😀`)
    for (const piece of text) expect(piece.text.isWellFormed()).toBe(true)
  })
})
