import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'
import { Markdown, safeAddress } from './markdown.tsx'

describe('question text', () => {
  test('shows markup as text', () => {
    const { container } = render(
      <Markdown text={'<img src=x onerror=alert(1)> and `<b>`\n\n<script>1</script>'} />,
    )
    expect(container.querySelector('img, script, b')).toBeNull()
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
    expect(container.textContent).toContain('<script>1</script>')
  })

  test.each([
    'javascript:alert(1)',
    '\u00a0javascript:alert(1)',
    'java\u200bscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ])('does not link to %j', (address) => {
    expect(safeAddress(address)).toBeUndefined()
  })

  test('renders only safe links', () => {
    render(<Markdown text="[MDN](https://developer.mozilla.org) [bad](javascript:alert(1))" />)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://developer.mozilla.org',
    ])
  })

  test('opens our own pages in place, and other hosts in a new tab', () => {
    render(<Markdown text="[Menu](/coding/menu) [Out](//other.example) [Back](/\\other.example)" />, {
      wrapper: MemoryRouter,
    })
    const targets = screen.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('target')])
    expect(targets).toEqual([
      ['Menu', null],
      ['Out', '_blank'],
      ['Back', '_blank'],
    ])
  })

  test('shows our own images with their size, in the widths that the screen needs', () => {
    const url = `/api/images/${'a'.repeat(32)}-1200x800.webp`
    render(<Markdown text={`![The event loop](${url})`} />)
    const image = screen.getByRole('img', { name: 'The event loop' })
    const names = ['src', 'width', 'height', 'loading', 'srcset'] as const
    expect(names.map((name) => image.getAttribute(name))).toEqual([
      url,
      '1200',
      '800',
      'lazy',
      `${url}?w=480 480w, ${url}?w=960 960w, ${url} 1200w`,
    ])
  })

  test('loads no other image: it is a link, or its text', () => {
    const { container } = render(
      <Markdown
        text={
          '![a](https://evil.example/x.png) ![b](/logo.png) ![c](javascript:alert(1)) ![d](/api/images/../x-1x1.svg) [![e](https://evil.example/y.png)](https://f.example)'
        }
      />,
      { wrapper: MemoryRouter },
    )
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      ['a', 'https://evil.example/x.png'],
      ['b', '/logo.png'],
      ['d', '/api/x-1x1.svg'],
      ['e', 'https://f.example'],
    ])
    expect(container.textContent).toContain('c')
  })

  test('keeps code left to right', () => {
    const { container } = render(<Markdown text={'```\na\n```\n\n`b`'} />)
    expect([...container.querySelectorAll('pre, p > code')].map((node) => node.getAttribute('dir'))).toEqual([
      'ltr',
      'ltr',
    ])
  })

  test('shows a table with its column headings, for which it keeps room until table syntax has loaded', async () => {
    const text = '| Method | Mutates |\n| --- | --- |\n| `sort` | yes |\n| `toSorted` | no |'
    const { container } = render(<Markdown text={text} />)
    expect((container.firstElementChild as HTMLElement).style.minHeight).toBe('3.4em')
    expect((await screen.findAllByRole('columnheader')).map((one) => one.textContent)).toEqual([
      'Method',
      'Mutates',
    ])
    expect(screen.getAllByRole('cell').map((one) => one.textContent)).toEqual([
      'sort',
      'yes',
      'toSorted',
      'no',
    ])
  })

  test('has the same structure in an option as in a text, tables and links included', async () => {
    const text = [
      '## Cloning\n\nA **deep** copy, see [MDN](https://developer.mozilla.org) and [Menu](/coding/menu).',
      '> - `structuredClone`\n> - *spread*\n\n1. one\n2. two\n\n---',
      '```js\nconst a = 1\n```\n\n![Heap](/api/images/0123456789abcdef0123456789abcdef-1200x300.webp)',
      '| Method | Deep |\n| --- | --- |\n| `spread` | [no](https://example.org) |',
    ].join('\n\n')
    const { container } = render(
      <>
        <Markdown text={text} />
        <Markdown text={text} compact />
      </>,
      { wrapper: MemoryRouter },
    )
    expect(await screen.findAllByRole('table')).toHaveLength(2)
    const [whole, compact] = [...container.children].map(structure)
    expect(compact).toEqual(whole)
    for (const tag of [
      'h4',
      'blockquote',
      'ul',
      'ol',
      'hr',
      'pre',
      'img',
      'table',
      'th',
      'td',
      'a',
      'strong',
    ])
      expect(JSON.stringify(whole)).toContain(`"${tag}"`)
  })

  test('has no heading in an empty corner of a table', async () => {
    render(<Markdown text={'| | before | after |\n| --- | --- | --- |\n| size | 2 | 1 |'} />)
    expect((await screen.findAllByRole('columnheader')).map((one) => one.textContent)).toEqual([
      'before',
      'after',
    ])
    expect(screen.getAllByRole('cell').map((one) => one.textContent)).toEqual(['', 'size', '2', '1'])
  })

  test('has its headings one level below those of the page', () => {
    const text = '# One\n\n## Two'
    const { container, rerender } = render(<Markdown text={text} topLevel={2} />)
    const levels = () => [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((one) => one.localName)
    expect(levels()).toEqual(['h2', 'h3'])
    rerender(<Markdown text={text} />)
    expect(levels()).toEqual(['h3', 'h4'])
  })

  test('has a text-only excerpt', () => {
    expect(excerpt('## A\n\n```js\nlet a\n```\n\n- **b** `c` [d](https://e)')).toBe('A let a b c d')
  })
})

/** The elements of a text. In an option, paragraphs are spans, and code blocks have no frame. */
function structure(node: Node): unknown {
  if (!(node instanceof Element)) return node.textContent
  const name = node.localName
  if (name === 'figure') return structure(node.children[0] ?? node)
  if (name === 'pre' || (name === 'code' && node.classList.contains('compact')))
    return ['pre', node.textContent]
  return [/^(div|span|p)$/.test(name) ? 'block' : name, ...[...node.childNodes].map(structure)]
}
