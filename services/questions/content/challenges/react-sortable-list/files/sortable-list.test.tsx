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
const row = (text: string) => handle(text).closest('li') as HTMLElement
const order = () =>
  rows()
    .map((item) => start.find(({ text }) => item.textContent?.includes(text))?.text)
    .join(' ')
const marked = () => start.flatMap(({ text }) => (row(text).dataset.over === 'true' ? text : []))
const status = () => screen.getByRole('status').textContent

/** What the browser passes to the events of one drag. */
function transfer() {
  const data = new Map<string, string>()
  const dataTransfer = Object.assign(new DataTransfer(), {
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  })
  return { dataTransfer }
}
function drag(from: string, ...over: string[]) {
  const data = transfer()
  fireEvent.dragStart(row(from), data)
  for (const text of over) {
    fireEvent.dragEnter(row(text), data)
    fireEvent.dragOver(row(text), data)
  }
  return {
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

test('the item under the pointer is marked', () => {
  setup()
  const { drop } = drag('Milk', 'Bread')
  expect(marked()).toEqual(['Bread'])
  fireEvent.dragOver(row('Tea'), transfer())
  expect(marked()).toEqual(['Tea'])
  fireEvent.dragOver(row('Milk'), transfer())
  expect(marked()).toEqual([])
  fireEvent.dragOver(row('Tea'), transfer())
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

test('an item that disappears during the drag is not dropped', () => {
  const onReorder = vi.fn()
  const { rerender } = render(<SortableList label="Shopping" items={start} onReorder={onReorder} />)
  const data = transfer()
  fireEvent.dragStart(row('Tea'), data)
  fireEvent.dragOver(row('Milk'), data)
  rerender(<SortableList label="Shopping" items={start.slice(0, 3)} onReorder={onReorder} />)
  fireEvent.drop(row('Milk'), data)
  expect(onReorder).not.toHaveBeenCalled()
  expect(status()).toBe('')
})
