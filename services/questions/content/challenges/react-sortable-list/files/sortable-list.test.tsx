import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type Item, SortableList } from './sortable-list'

const start: readonly Item[] = Object.freeze(
  ['Milk', 'Bread', 'Eggs', 'Tea'].map((text) => Object.freeze({ id: `id-${text}`, text })),
)

function setup() {
  const onReorder = vi.fn()
  function Page() {
    const [items, setItems] = useState(start)
    return (
      <>
        <SortableList
          label="Shopping"
          items={items}
          onReorder={(changed) => {
            onReorder(changed.map(({ text }) => text).join(' '))
            setItems(changed)
          }}
        />
        <button type="button" onClick={() => setItems((current) => current.toReversed())}>
          Reverse
        </button>
      </>
    )
  }
  render(<Page />)
  return { onReorder, user: userEvent.setup() }
}
const rows = () => within(screen.getByRole('list', { name: 'Shopping' })).getAllByRole('listitem')
const handle = (text: string) => screen.getByRole('button', { name: `Move ${text}` })
const row = (text: string) => handle(text).closest('li, [role="listitem"]') as HTMLElement
const order = () =>
  rows()
    .map((item) => start.find(({ text }) => item.textContent?.includes(text))?.text)
    .join(' ')
const marked = () => start.flatMap(({ text }) => (row(text).dataset.over === 'true' ? text : []))
const status = () => screen.getByRole('status').textContent

/** What the browser passes to the events of one drag. */
function transfer() {
  const data = new Map<string, string>()
  const dataTransfer = Object.defineProperties(new DataTransfer(), {
    setData: { value: (type: string, text: string) => void data.set(type, text) },
    getData: { value: (type: string) => data.get(type) ?? '' },
    types: { get: () => [...data.keys()] },
  })
  return { dataTransfer }
}
function drag(from: string, ...over: string[]) {
  const data = transfer()
  let under: Element | null = null
  function moveTo(element: Element) {
    const before = under
    under = element
    if (before !== element) {
      fireEvent.dragEnter(element, { ...data, relatedTarget: before })
      if (before) fireEvent.dragLeave(before, { ...data, relatedTarget: element })
    }
    fireEvent.dragOver(element, data)
  }
  fireEvent.dragStart(row(from), data)
  for (const text of over) moveTo(row(text))
  return {
    over: (text: string) => moveTo(row(text)),
    leave: () => moveTo(document.body),
    drop(text: string) {
      fireEvent.drop(row(text), data)
      fireEvent.dragEnd(row(from), data)
    },
    cancel: () => fireEvent.dragEnd(row(from), data),
  }
}

test('shows the items, which can be dragged', () => {
  setup()
  expect(order()).toBe('Milk Bread Eggs Tea')
  for (const item of rows()) expect(item).toHaveAttribute('draggable', 'true')
  expect(handle('Eggs')).toBeEnabled()
  expect(marked()).toEqual([])
  expect(status()).toBe('')
})

test('an item that is dropped takes the place of another', () => {
  const { onReorder } = setup()
  drag('Milk', 'Bread', 'Eggs').drop('Eggs')
  expect(order()).toBe('Bread Eggs Milk Tea')
  drag('Tea', 'Bread').drop('Bread')
  expect(order()).toBe('Tea Bread Eggs Milk')
  drag('Eggs', 'Milk').drop('Milk')
  expect(order()).toBe('Tea Bread Milk Eggs')
  expect(onReorder).toHaveBeenCalledTimes(3)
})

test('items accept a drop during a drag alone', () => {
  const { onReorder } = setup()
  expect(fireEvent.dragOver(row('Eggs'), transfer())).toBe(true)
  expect(fireEvent.drop(row('Eggs'), transfer())).toBe(true)
  const data = transfer()
  fireEvent.dragStart(row('Milk'), data)
  expect(fireEvent.dragOver(row('Eggs'), data)).toBe(false)
  expect(onReorder).not.toHaveBeenCalled()
  expect(fireEvent.drop(row('Eggs'), data)).toBe(false)
  expect(onReorder).toHaveBeenCalledTimes(1)
})

test('an item of another list cannot be dropped', () => {
  const onReorder = vi.fn()
  const others = ['Soap', 'Towel'].map((text, index) => ({ id: start[index].id, text }))
  render(
    <>
      <SortableList label="Shopping" items={start} onReorder={onReorder} />
      <SortableList label="Bath" items={others} onReorder={onReorder} />
    </>,
  )
  const data = transfer()
  fireEvent.dragStart(row('Milk'), data)
  fireEvent.dragEnter(row('Towel'), data)
  expect(fireEvent.dragOver(row('Towel'), data)).toBe(true)
  expect(row('Towel').dataset.over).not.toBe('true')
  expect(fireEvent.drop(row('Towel'), data)).toBe(true)
  expect(onReorder).not.toHaveBeenCalled()
})

test('the item under the pointer is marked', () => {
  setup()
  const { over, leave, drop } = drag('Milk', 'Bread')
  expect(marked()).toEqual(['Bread'])
  expect(order()).toBe('Milk Bread Eggs Tea')
  over('Tea')
  expect(marked()).toEqual(['Tea'])
  over('Milk')
  expect(marked()).toEqual([])
  over('Tea')
  leave()
  expect(marked()).toEqual([])
  over('Tea')
  drop('Tea')
  expect(marked()).toEqual([])
})

test('a drop alone ends the drag', () => {
  const { onReorder } = setup()
  const data = transfer()
  fireEvent.dragStart(row('Milk'), data)
  fireEvent.dragOver(row('Bread'), data)
  fireEvent.drop(row('Bread'), data)
  expect(marked()).toEqual([])
  fireEvent.drop(row('Tea'), data)
  expect(onReorder.mock.calls).toEqual([['Bread Milk Eggs Tea']])
})

test('a canceled drag changes nothing', () => {
  const { onReorder } = setup()
  drag('Milk', 'Eggs').cancel()
  expect(marked()).toEqual([])
  fireEvent.drop(row('Eggs'), transfer())
  expect(onReorder).not.toHaveBeenCalled()
  const { cancel } = drag('Tea')
  expect(marked()).toEqual([])
  cancel()
})

test('an item dropped on itself stays', () => {
  const { onReorder } = setup()
  drag('Bread', 'Eggs', 'Bread').drop('Bread')
  expect(onReorder).not.toHaveBeenCalled()
  expect(status()).toBe('')
})

test('the arrow keys move an item', async () => {
  const { onReorder, user } = setup()
  handle('Milk').focus()
  await user.keyboard('{ArrowDown}')
  expect(order()).toBe('Bread Milk Eggs Tea')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(order()).toBe('Bread Eggs Tea Milk')
  handle('Tea').focus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(order()).toBe('Tea Bread Eggs Milk')
  await user.keyboard('{ArrowLeft}x{Home}')
  expect(onReorder).toHaveBeenCalledTimes(5)
})

test('the arrow keys do not scroll the page, other keys work as usual', () => {
  setup()
  expect(fireEvent.keyDown(handle('Milk'), { key: 'ArrowUp', code: 'ArrowUp' })).toBe(false)
  expect(fireEvent.keyDown(handle('Milk'), { key: 'ArrowDown', code: 'ArrowDown' })).toBe(false)
  expect(fireEvent.keyDown(handle('Milk'), { key: 'Tab', code: 'Tab' })).toBe(true)
})

test('nothing moves beyond the ends', async () => {
  const { onReorder, user } = setup()
  handle('Milk').focus()
  await user.keyboard('{ArrowUp}')
  handle('Tea').focus()
  await user.keyboard('{ArrowDown}')
  expect(onReorder).not.toHaveBeenCalled()
  expect(status()).toBe('')
})

test('focus stays on the handle', async () => {
  const { user } = setup()
  handle('Milk').focus()
  await user.keyboard('{ArrowDown}')
  expect(handle('Milk')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(handle('Milk')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(handle('Milk')).toHaveFocus()
  expect(order()).toBe('Bread Milk Eggs Tea')
})

test('other changes of the list take no focus', async () => {
  const { user } = setup()
  handle('Milk').focus()
  await user.keyboard('{ArrowDown}')
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  expect(order()).toBe('Tea Eggs Milk Bread')
  expect(handle('Milk')).not.toHaveFocus()
  handle('Tea').focus()
  await user.keyboard('{ArrowUp}')
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  expect(handle('Tea')).not.toHaveFocus()
})

test('each move is announced', async () => {
  const { user } = setup()
  handle('Milk').focus()
  await user.keyboard('{ArrowDown}')
  expect(status()).toBe('Milk is now 2 of 4')
  drag('Tea', 'Bread').drop('Bread')
  expect(status()).toBe('Tea is now 1 of 4')
})

test('is controlled', () => {
  const onReorder = vi.fn()
  render(<SortableList label="Shopping" items={start} onReorder={onReorder} />)
  drag('Milk', 'Tea').drop('Tea')
  expect(onReorder.mock.calls).toEqual([[[start[1], start[2], start[3], start[0]]]])
  expect(onReorder.mock.calls[0][0][3]).toBe(start[0])
  expect(order()).toBe('Milk Bread Eggs Tea')
})

test.each([
  ['Milk', 'Eggs'],
  ['Tea', 'Milk'],
])('if %s disappears during the drag, nothing is reported', (dragged, other) => {
  const onReorder = vi.fn()
  const { rerender } = render(<SortableList label="Shopping" items={start} onReorder={onReorder} />)
  const data = transfer()
  fireEvent.dragStart(row(dragged), data)
  fireEvent.dragEnter(row(other), data)
  fireEvent.dragOver(row(other), data)
  rerender(<SortableList label="Shopping" items={start.filter(({ text }) => text !== dragged)} onReorder={onReorder} />)
  fireEvent.drop(row(other), data)
  expect(onReorder).not.toHaveBeenCalled()
  expect(status()).toBe('')
  expect(screen.getAllByRole('listitem').some((item) => item.dataset.over === 'true')).toBe(false)
})

test('the list may change during the drag', () => {
  const onReorder = vi.fn()
  const { rerender } = render(<SortableList label="Shopping" items={start} onReorder={onReorder} />)
  const data = transfer()
  fireEvent.dragStart(row('Milk'), data)
  fireEvent.dragEnter(row('Bread'), data)
  fireEvent.dragOver(row('Bread'), data)
  rerender(<SortableList label="Shopping" items={start.toReversed()} onReorder={onReorder} />)
  fireEvent.drop(row('Bread'), data)
  expect(onReorder.mock.calls).toEqual([[[start[3], start[2], start[0], start[1]]]])
  expect(status()).toBe('Milk is now 3 of 4')
})
