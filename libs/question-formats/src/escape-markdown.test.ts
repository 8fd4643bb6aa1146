import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, test } from 'vitest'
import { escapeMarkdown, escapeMarkdownOutsideCode, unescapeMarkdown } from './escape-markdown.ts'

type Node = ReturnType<typeof fromMarkdown>['children'][number] | ReturnType<typeof fromMarkdown>

/** The text that a reader sees, with `<type>` for everything that isn't plain text. */
function shown(node: Node | { type: string }): string {
  if (node.type === 'text' && 'value' in node) return String(node.value)
  if (node.type === 'break') return '\n'
  const inner = 'children' in node ? node.children.map(shown).join(node.type === 'root' ? '\n\n' : '') : ''
  return node.type === 'root' || node.type === 'paragraph' ? inner : `<${node.type}>${inner}`
}

/** White space at the edges of lines isn't shown, and a blank line is one however many there are. */
const trimmed = (text: string) =>
  text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

test.each([
  ['+', '\\+'],
  ['-', '\\-'],
  ['*', '\\*'],
  ['# id', '\\# id'],
  ['#id', '#id'],
  ['> a', '\\> a'],
  ['a > b', 'a > b'],
  ['1.', '1\\.'],
  ['2024. A year', '2024\\. A year'],
  ['3.14', '3.14'],
  ['---', '\\---'],
  ['__proto__', '\\_\\_proto\\_\\_'],
  ['snake_case', 'snake_case'],
  ['arr[0](1)', 'arr[0\\](1)'],
  ['arr[0]', 'arr[0]'],
  ['&nbsp;', '\\&nbsp;'],
  ['a && b', 'a && b'],
  ['<b>', '\\<b>'],
  ['1 < 2', '1 < 2'],
  ['`x`', '\\`x\\`'],
  ['2 * 3', '2 * 3'],
  ['a*b*c', 'a\\*b\\*c'],
  ['C:\\temp', 'C:\\temp'],
  ['\\*', '\\\\\\*'],
  ['| a |\n|---|', '| a |\n\\|---|'],
  ['a\n===', 'a\n\\==='],
  ['    indented', '&#32;   indented'],
])('%j is written as %j', (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped)
  expect(trimmed(shown(fromMarkdown(escaped)))).toBe(trimmed(text))
})

test('any text is shown literally, and comes back', () => {
  const piece = fc.constantFrom(
    ...['\\', '`', '*', '_', '[', ']', '(', ')', '<', '>', '&', ';', '#', '-', '+', '=', '~', '|', ':', '!'],
    ...[
      '\n',
      ' ',
      '    ',
      '\t',
      '1.',
      '2)',
      'a',
      'b',
      '&amp;',
      '&#32;',
      '<!--',
      '-->',
      '</a>',
      '\n\n',
      'é',
      '。',
    ],
  )
  const text = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 12 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (source) => {
      const escaped = escapeMarkdown(source)
      expect(unescapeMarkdown(escaped)).toBe(source)
      expect(trimmed(shown(fromMarkdown(escaped)))).toBe(trimmed(source))
    }),
    { seed: 20_261_121, numRuns: Number(process.env.FORMAT_RUNS ?? 2_000) },
  )
})

test.each([
  ['Is `__proto__` like __proto__?', 'Is `__proto__` like \\_\\_proto\\_\\_?'],
  ['```\n# a\n\n# b\n```\n# c', '```\n# a\n\n# b\n```\n\\# c'],
  ['`a\n\nb`', '\\`a\n\nb\\`'],
  ['a ` b', 'a \\` b'],
])('code in %j stays code', (text, escaped) => {
  expect(escapeMarkdownOutsideCode(text)).toBe(escaped)
})
