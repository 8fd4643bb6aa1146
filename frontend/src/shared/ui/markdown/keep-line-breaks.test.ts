import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepLineBreaks } from './keep-line-breaks.ts'

test.each([
  ['a\r\nb', 'a\nbc', 'a\r\nbc'],
  ['a\r\nb', 'a\n\nb', 'a\r\n\r\nb'],
  ['a\nb\r\nc', 'a\nb\nc!', 'a\nb\r\nc!'],
  ['a\rb\n', 'ab\n', 'ab\n'],
  ['a\nb', 'a\n\nb', 'a\n\nb'],
])('%j edited to %j is stored as %j', (stored, edited, expected) => {
  expect(keepLineBreaks(stored, edited)).toBe(expected)
})

test('an inserted or removed text changes nothing else, and the text area shows what was typed', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '😀'), { maxLength: 12 })
  const show = (stored: string) => stored.replace(/\r\n?/g, '\n')
  fc.assert(
    fc.property(text, text, fc.constantFrom('', 'x', 'x\ny'), (before, after, typed) => {
      const [head, tail] = [before.join(''), after.join('')]
      // A carriage return and a line feed that meet are one line break.
      fc.pre(!(head.endsWith('\r') && tail.startsWith('\n')))
      const edited = show(head) + typed + show(tail)
      expect(show(keepLineBreaks(head + tail, edited))).toBe(edited)
      if (typed === 'x') expect(keepLineBreaks(head + tail, edited)).toBe(`${head}x${tail}`)
    }),
  )
})
