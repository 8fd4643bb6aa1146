import '@testing-library/jest-dom/vitest'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Child, h, render } from './virtual-dom'

let container: HTMLElement

beforeEach(() => {
  container = document.createElement('main')
  document.body.replaceChildren(container)
})

const html = () => container.innerHTML
const find = <E extends HTMLElement>(selector: string) => container.querySelector(selector) as E

/** The changes of the page that a function makes: attributes, texts, and nodes that are added or removed. */
function changesOf(run: () => void): string[] {
  const observer = new MutationObserver(() => {})
  observer.observe(container, { attributes: true, characterData: true, childList: true, subtree: true })
  run()
  const records = observer.takeRecords()
  observer.disconnect()
  return records.flatMap(({ type, attributeName, addedNodes, removedNodes }) =>
    type === 'childList'
      ? [...[...addedNodes].map(({ textContent }) => `+${textContent}`), ...[...removedNodes].map(({ textContent }) => `-${textContent}`)]
      : (attributeName ?? 'text'),
  )
}

describe('h', () => {
  test('describes an element', () => {
    expect(h('p')).toEqual({ type: 'p', props: {}, children: [] })
    expect(h('p', null, 'text')).toEqual({ type: 'p', props: {}, children: ['text'] })
    expect(h('a', { href: '/x' }, 'to ', h('b', null, 'x'))).toEqual({
      type: 'a',
      props: { href: '/x' },
      children: ['to ', { type: 'b', props: {}, children: ['x'] }],
    })
  })

  test('flattens lists and leaves out what shows nothing', () => {
    const children: Child[] = ['a', [1, [h('i'), 0]], null, undefined, true, false, '']
    expect(h('p', {}, ...children).children).toEqual(['a', '1', h('i'), '0', ''])
  })
})

describe('the first render', () => {
  test('creates elements and text', () => {
    render(h('ul', null, h('li', null, 'a & <b>'), h('li', null, 2)), container)
    expect(html()).toBe('<ul><li>a &amp; &lt;b&gt;</li><li>2</li></ul>')
  })

  test('sets attributes', () => {
    render(h('input', { id: 'name', maxlength: 5, disabled: true, hidden: false, title: null, lang: undefined, key: 1 }), container)
    expect(find('input').getAttributeNames().sort()).toEqual(['disabled', 'id', 'maxlength'])
    expect(find('input')).toHaveAttribute('disabled', '')
    expect(find('input')).toHaveAttribute('maxlength', '5')
  })

  test('adds listeners', () => {
    const onClick = vi.fn()
    render(h('button', { onClick }, 'ok'), container)
    expect(find('button').getAttributeNames()).toEqual([])
    find('button').click()
    expect(onClick.mock.calls).toEqual([[expect.any(MouseEvent)]])
  })
})

describe('a later render', () => {
  test('changes nothing if nothing is different', () => {
    const onClick = () => {}
    const tree = () =>
      h('section', { class: 'a', hidden: true, onClick }, 'text', h('p', { key: 'p' }, 'one', 2), h('br'), [h('i', { key: 'i' })])
    render(tree(), container)
    expect(changesOf(() => render(tree(), container))).toEqual([])
  })

  test('changes only the text that is different', () => {
    const tree = (count: number) => h('p', null, h('b', null, 'Count'), ': ', count)
    render(tree(1), container)
    expect(changesOf(() => render(tree(2), container))).toEqual(['text'])
    expect(html()).toBe('<p><b>Count</b>: 2</p>')
  })

  test('changes, adds, and removes attributes', () => {
    render(h('a', { href: '/a', id: 'x', title: 'old', hidden: true }), container)
    const link = find('a')
    const changes = changesOf(() => render(h('a', { href: '/b', id: 'x', lang: 'en', hidden: false }), container))
    expect(changes.sort()).toEqual(['hidden', 'href', 'lang', 'title'])
    expect(html()).toBe('<a href="/b" id="x" lang="en"></a>')
    expect(find('a')).toBe(link)
  })

  test('replaces and removes listeners', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    render(h('button', { onClick: first }), container)
    render(h('button', { onClick: second }), container)
    find('button').click()
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
    render(h('button'), container)
    find('button').click()
    render(h('button', { onClick: null }), container)
    find('button').click()
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  })

  test('false is no listener', () => {
    const onClick = vi.fn()
    for (const listener of [false, onClick, false]) {
      render(h('button', { onClick: listener }), container)
      find('button').click()
    }
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  test('replaces an element of another type', () => {
    render(h('div', null, h('p', null, 'text'), h('i')), container)
    const [text, last] = [find('p'), find('i')]
    render(h('div', null, h('h2', null, 'text'), h('i')), container)
    expect(html()).toBe('<div><h2>text</h2><i></i></div>')
    expect(text).not.toBeInTheDocument()
    expect(find('i')).toBe(last)
    render(h('div', null, 'text', h('i')), container)
    expect(html()).toBe('<div>text<i></i></div>')
    render(h('p'), container)
    expect(html()).toBe('<p></p>')
  })

  test('siblings of one type keep their elements by position', () => {
    const list = (...texts: string[]) => h('ul', null, texts.map((text) => h('li', null, text)))
    render(list('a', 'b', 'c'), container)
    const old = [...container.querySelectorAll('li')]
    render(list('x', 'y'), container)
    for (const [index, item] of container.querySelectorAll('li').entries()) expect(item).toBe(old[index])
    expect(container.textContent).toBe('xy')
  })

  test('adds and removes children at the end', () => {
    render(h('p', null, 'a', h('b')), container)
    render(h('p', null, 'a', h('b'), h('i'), 'c'), container)
    expect(html()).toBe('<p>a<b></b><i></i>c</p>')
    render(h('p', null, 'a'), container)
    expect(html()).toBe('<p>a</p>')
    render(h('p'), container)
    expect(html()).toBe('<p></p>')
  })

  test('keeps what the user has typed', () => {
    const tree = (count: number) => h('form', { title: count }, h('input', { id: 'name' }), `${count}`)
    render(tree(1), container)
    find<HTMLInputElement>('input').value = 'Ada'
    find('input').focus()
    render(tree(2), container)
    expect(find('input')).toHaveValue('Ada')
    expect(find('input')).toHaveFocus()
  })

  test('containers are independent', () => {
    const other = document.createElement('aside')
    render(h('p', null, 'one'), container)
    render(h('p', null, 'two'), other)
    render(h('p', null, 'three'), container)
    expect([html(), other.innerHTML]).toEqual(['<p>three</p>', '<p>two</p>'])
  })
})

describe('keys', () => {
  const list = (letters: string, type = 'li') => h('ul', null, [...letters].map((letter) => h(type, { key: letter }, letter)))
  const items = () => new Map([...container.querySelectorAll('li')].map((item) => [item.textContent, item]))

  test.each([
    ['abc', 'cab'],
    ['abc', 'bc'],
    ['abc', 'xabc'],
    ['abcd', 'dcba'],
    ['abcde', 'xeyca'],
    ['', 'ab'],
    ['ab', ''],
  ])('from "%s" to "%s", elements follow their keys', (before, after) => {
    render(list(before), container)
    const old = items()
    render(list(after), container)
    expect(container.textContent).toBe(after)
    for (const [letter, item] of items()) if (old.has(letter)) expect(item).toBe(old.get(letter))
  })

  test('adding or removing one item leaves the others in place', () => {
    render(list('abc'), container)
    expect(changesOf(() => render(list('xabc'), container))).toEqual(['+x'])
    expect(changesOf(() => render(list('xbc'), container))).toEqual(['-a'])
    expect(changesOf(() => render(list('xbyc'), container))).toEqual(['+y'])
    expect(changesOf(() => render(list('byc'), container))).toEqual(['-x'])
  })

  test('an element of another type is new, whatever its key', () => {
    render(list('ab'), container)
    render(list('ba', 'dt'), container)
    expect(html()).toBe('<ul><dt>b</dt><dt>a</dt></ul>')
  })

  test('a number is a key, and no position', () => {
    const tree = (...keys: (number | null)[]) => h('ul', null, keys.map((key) => h('li', key === null ? null : { key }, `${key}`)))
    render(tree(1, 0), container)
    const [one, zero] = container.querySelectorAll('li')
    render(tree(0, 1), container)
    expect([...container.querySelectorAll('li')]).toEqual([zero, one])
    render(tree(null, 0), container)
    expect([...container.querySelectorAll('li')][1]).toBe(zero)
    expect(container.textContent).toBe('null0')
  })
})
