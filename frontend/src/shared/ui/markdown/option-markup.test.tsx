import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { knownPath, OptionMarkup, optionLine } from './option-markup.tsx'
import { OptionText, optionLine as optionLineNow } from './option-text.tsx'

const shown = (text: string) => render(<OptionMarkup text={text} />, { wrapper: MemoryRouter }).container
const tags = (text: string) =>
  [...shown(text).querySelectorAll('span *')].map((one) => one.localName).filter((tag) => tag !== 'span')

describe('shows literally', () => {
  test.each([
    ...[
      '+',
      '-',
      '*',
      '>',
      '#',
      '##',
      '1.',
      '1)',
      '2024.',
      '---',
      '***',
      '___',
      '===',
      '- - -',
      '* * *',
      '|',
      '|-|',
    ],
    ...[
      '- a',
      '+ 1',
      '* a',
      '> x',
      '>= 3',
      '# id',
      '#id',
      '1. e4',
      '3) x',
      '2024. A year',
      '    indented',
      '=',
      '```',
      '~~~',
    ],
    ...[
      '__proto__',
      '__init__',
      '_id',
      '_id_',
      '__dirname',
      '_',
      '__',
      'a_b_c',
      '__init__ or __new__',
      '_.map',
      '__a__.__b__',
    ],
    ...[
      'arr[0](1)',
      'fns[i](x)',
      'handlers[0](event)',
      'm[k](/x/)',
      '[0](1)',
      '[a][b]',
      '[x]',
      '[ ]',
      '[x]: y',
      '![a](b)',
      '[](https://a.example)',
      '[mail](mailto:a@b.example)',
      '[x](javascript:alert(1))',
      '[x](/unknown)',
    ],
    ...['&nbsp;', '&lt;', '&amp;', '&#160;', '&copy; 2024', '&lt;div&gt;'],
    ...['<b>', '<br>', '</p>', '<!-- x -->', '<std::string>', '<a@b.example>', '<div class="a">'],
    ...[
      '2*3*4',
      '2**3**4',
      '*args, **kwargs',
      '*p',
      'int *a, *b',
      '/* a */',
      '/*a*/',
      '**/*.js',
      '**/**',
      '*.js',
      '*.js*',
      'a*b*c',
      '(a)*b*(c)',
      '**',
      '***',
    ],
    ...['\\d+\\.\\d+', '^\\(\\d{3}\\)$', '\\n', 'C:\\new', '\\', 'a\\/b', '\\$x', '[a\\-z]', '\\+\\d'],
    ...['~x~', '~~x~~', '`', '``', 'a ` b', ':smile:', 'https://a.example'],
  ])('%j', (text) => {
    expect(shown(text).textContent?.trim()).toBe(text.trim())
    expect(tags(text)).toEqual([])
    expect(optionLine(text)).toBe(text.trim().replace(/\s+/g, ' '))
  })

  test.each([
    ['> a\n> b', '> a> b'],
    ['# a\n# b', '# a# b'],
    ['- removed\n+ added', '- removed+ added'],
    ['a\n---', 'a---'],
    ['-\n-', '--'],
    ['| a |\n|---|\n| b |', '| a ||---|| b |'],
  ])('the lines of %j', (text, expected) => {
    expect(shown(text).textContent).toBe(expected)
    expect(tags(text)).toContain('br')
  })
})

describe('shows as markup', () => {
  test.each([
    ['**bold**', ['strong'], 'bold'],
    ['*never* null', ['em'], 'never null'],
    ['(**bold**), *too*.', ['strong', 'em'], '(bold), too.'],
    ['_two words_', ['em'], 'two words'],
    ['`a - b` and `__proto__`', ['code', 'code'], 'a - b and __proto__'],
    ['**`map`**', ['strong', 'code'], 'map'],
    ['هذا **مهم** جدًا', ['strong'], 'هذا مهم جدًا'],
    ['这是**重点**内容', ['strong'], '这是重点内容'],
    ['[MDN](https://developer.mozilla.org)', ['a'], 'MDN'],
    ['[Menu](/coding/menu)', ['a'], 'Menu'],
    ['![A heap](/api/images/0123456789abcdef0123456789abcdef-120x30.svg)', ['img'], ''],
    ['```js\n- a\n```', ['code'], '- a'],
    ['~~~\n# a\n~~~', ['code'], '# a'],
    ['- a\n- b', ['ul', 'li', 'li'], 'ab'],
    ['1. a\n2. `b`', ['ol', 'li', 'li', 'code'], 'ab'],
    ['arr[`x`](1)', ['code'], 'arr[x](1)'],
    ['__a `b`__', ['strong', 'code'], 'a b'],
  ])('%j', (text, elements, content) => {
    expect(tags(text)).toEqual(elements)
    expect(shown(text).textContent).toBe(content)
  })

  test.each([
    ['\\*args', '*args'],
    ['\\_\\_proto\\_\\_', '__proto__'],
    ['\\- a', '- a'],
    ['\\---', '---'],
    ['1\\. e4', '1. e4'],
    ['\\# id', '# id'],
    ['\\> x', '> x'],
    ['\\&nbsp;', '&nbsp;'],
    ['arr[0\\](1)', 'arr[0](1)'],
    ['\\<b>', '<b>'],
    ['\\`x\\`', '`x`'],
    ['\\\\d+\\\\.\\\\d\\*', '\\d+\\.\\d*'],
    ['&#32;   indented', 'indented'],
  ])('the escapes of %j', (text, expected) => {
    expect(shown(text).textContent?.trim()).toBe(expected)
    expect(optionLine(text)).toBe(expected)
  })
})

test.each(['+', '# id', '&nbsp;', 'a `b` c', '`a` or `b`', '2024.', '- a', '~x~', '> 3', 'a\u00a0b'])(
  '%j shows the same before the parser has loaded',
  (text) => {
    const { container } = render(<OptionText text={text} />)
    expect(container.innerHTML).toBe(shown(text).innerHTML)
  },
)

test('an option with other markup shows its text until the parser has loaded', async () => {
  const { container } = render(<OptionText text="**bold**" />)
  expect(container.textContent).toBe('**bold**')
  expect((await screen.findByText('bold')).localName).toBe('strong')
  expect(optionLineNow('**bold**')).toBe('bold')
})

test('links to the pages that exist', () => {
  const routes = readFileSync('frontend/src/app/app-routes.tsx', 'utf8')
  const paths = [...routes.matchAll(/path="([a-z-]+)/g)].map(([, path]) => `/${path}`)
  const linked = knownPath.source.match(/[a-z-]{3,}/g) ?? []
  for (const path of linked) expect(paths).toContain(`/${path}`)
})

test('has a line that reads like what is shown', () => {
  expect(optionLine('- `a`\n- **b**')).toBe('a b')
  expect(optionLine('```js\nlet a\nlet b\n```')).toBe('let a let b')
  expect(optionLine('![A heap](/api/images/0123456789abcdef0123456789abcdef-120x30.svg)')).toBe('A heap')
})

test('a text that is not blank never shows empty, however odd', () => {
  const unit = fc.constantFrom(...'ab 1\n-+*_#>|.)`~[](){}!<>/&;:=\\')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const visible = /[^\s`~*_\\#>|+=.:;-]/.test(text)
      if (!visible || /`|~~~/.test(text)) return
      expect(optionLine(text)).not.toBe('')
    }),
    { numRuns: 3_000 },
  )
})
