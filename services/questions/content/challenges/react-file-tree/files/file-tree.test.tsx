import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FileTree, type Node } from './file-tree'

const nodes: Node[] = [
  { name: 'readme.md' },
  {
    name: 'src',
    children: [
      { name: 'main.ts' },
      { name: 'lib', children: [{ name: 'main.ts' }, { name: 'api.ts' }] },
      { name: 'app.ts' },
    ],
  },
  { name: 'docs', children: [{ name: 'lib', children: [] }] },
]

function setup() {
  const onOpen = vi.fn()
  render(<FileTree label="Project" nodes={nodes} onOpen={onOpen} />)
  return { onOpen, user: userEvent.setup() }
}
const items = () => screen.getAllByRole('treeitem')
const item = (name: string) => screen.getAllByRole('treeitem', { name })[0]
/** All nodes that are rendered, whether or not they are hidden. */
function lines() {
  const names = new Map<Element, string>()
  const name = (text: string, one: Element) => names.set(one, text).has(one)
  return screen.queryAllByRole('treeitem', { hidden: true, name }).map((one) => {
    const sign = { true: '- ', false: '+ ' }[one.getAttribute('aria-expanded') ?? ''] ?? ''
    return '  '.repeat(Number(one.getAttribute('aria-level')) - 1) + sign + names.get(one)
  })
}

test('shows the top level, folders first', () => {
  setup()
  expect(screen.getByRole('tree', { name: 'Project' })).toBeInTheDocument()
  expect(lines()).toEqual(['+ docs', '+ src', 'readme.md'])
})

test('a click expands a folder', async () => {
  const { user, onOpen } = setup()
  await user.click(item('src'))
  expect(lines()).toEqual(['+ docs', '- src', '  + lib', '  app.ts', '  main.ts', 'readme.md'])
  expect(onOpen).not.toHaveBeenCalled()
})

test('a second click collapses it, and its folders stay as they were', async () => {
  const { user } = setup()
  await user.click(item('src'))
  await user.click(item('lib'))
  const all = ['+ docs', '- src', '  - lib', '    api.ts', '    main.ts', '  app.ts', '  main.ts', 'readme.md']
  expect(lines()).toEqual(all)
  await user.click(item('src'))
  expect(lines()).toEqual(['+ docs', '+ src', 'readme.md'])
  await user.click(item('src'))
  expect(lines()).toEqual(all)
})

test('folders with the same name are independent', async () => {
  const { user } = setup()
  await user.click(item('docs'))
  await user.click(item('src'))
  await user.click(item('lib'))
  expect(lines().slice(0, 4)).toEqual(['- docs', '  - lib', '- src', '  + lib'])
})

test('a click on a file opens its path', async () => {
  const { user, onOpen } = setup()
  await user.click(item('readme.md'))
  await user.click(item('src'))
  await user.click(item('lib'))
  await user.click(item('main.ts'))
  expect(onOpen.mock.calls).toEqual([['readme.md'], ['src/lib/main.ts']])
})

test('the nodes are not changed', () => {
  const unsorted = [{ name: 'b.ts' }, { name: 'a.ts' }]
  render(<FileTree label="Project" nodes={unsorted} onOpen={() => {}} />)
  expect(items().length).toBe(2)
  expect(unsorted).toEqual([{ name: 'b.ts' }, { name: 'a.ts' }])
})

test('one item can be reached with Tab', async () => {
  const { user } = setup()
  await user.tab()
  expect(item('docs')).toHaveFocus()
  await user.tab()
  expect(document.body).toHaveFocus()
  await user.click(item('src'))
  await user.tab()
  expect(document.body).toHaveFocus()
  await user.tab({ shift: true })
  expect(item('src')).toHaveFocus()
})

test('the arrow keys up and down move through the visible items', async () => {
  const { user } = setup()
  await user.click(item('src'))
  await user.keyboard('{ArrowDown}')
  expect(item('lib')).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(item('readme.md')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(item('readme.md')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(item('main.ts')).toHaveFocus()
  await user.tab()
  await user.tab({ shift: true })
  expect(item('main.ts')).toHaveFocus()
})

test('ArrowUp stops at the first item', async () => {
  const { user } = setup()
  await user.tab()
  await user.keyboard('{ArrowUp}')
  expect(item('docs')).toHaveFocus()
})

test('the arrow keys right and left expand and collapse', async () => {
  const { user, onOpen } = setup()
  await user.tab()
  await user.keyboard('{ArrowLeft}')
  expect(lines()[0]).toBe('+ docs')
  await user.keyboard('{ArrowRight}')
  expect(lines()[0]).toBe('- docs')
  await user.keyboard('{ArrowRight}')
  expect(lines()[0]).toBe('- docs')
  await user.keyboard('{ArrowLeft}')
  expect(lines()[0]).toBe('+ docs')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowLeft}')
  expect(onOpen).not.toHaveBeenCalled()
})

test('Enter expands a folder and opens a file', async () => {
  const { user, onOpen } = setup()
  await user.tab()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(item('src')).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onOpen.mock.calls).toEqual([['src/app.ts']])
})
