import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CheckboxTree } from './checkbox-tree'

const items = [
  {
    id: 'food',
    label: 'Food',
    children: [
      {
        id: 'fruit',
        label: 'Fruit',
        children: [
          { id: 'apple', label: 'Apple' },
          { id: 'pear', label: 'Pear' },
        ],
      },
      { id: 'bread', label: 'Bread' },
    ],
  },
  { id: 'soap', label: 'Soap' },
]

function setup() {
  const onChange = vi.fn()
  render(<CheckboxTree items={items} onChange={onChange} />)
  const user = userEvent.setup()
  return {
    onChange,
    click: async (...names: string[]) => {
      for (const name of names) await user.click(box(name))
    },
  }
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const states = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ checked, indeterminate }) => (indeterminate ? '-' : checked ? 'x' : ' '))
    .join('')

test('shows nested lists without a check', () => {
  setup()
  expect(screen.getAllByRole('checkbox').length).toBe(6)
  expect(states()).toBe('      ')
  const inner = screen.getAllByRole('list').filter((list) => within(list).queryByRole('checkbox', { name: 'Apple' }))
  expect(inner.length).toBe(3)
  expect(screen.getAllByRole('list').length).toBe(3)
})

test('a click toggles an item without children', async () => {
  const { click, onChange } = setup()
  await click('Soap')
  expect(states()).toBe('     x')
  await click('Soap')
  expect(states()).toBe('      ')
  expect(onChange.mock.calls).toEqual([[['soap']], [[]]])
})

test('some checked descendants make all ancestors indeterminate', async () => {
  const { click } = setup()
  await click('Apple')
  expect(states()).toBe('--x   ')
  await click('Apple')
  expect(states()).toBe('      ')
})

test('all checked children check the parent', async () => {
  const { click } = setup()
  await click('Apple', 'Pear')
  expect(states()).toBe('-xxx  ')
  expect(box('Fruit')).toBeChecked()
  await click('Bread')
  expect(states()).toBe('xxxxx ')
})

test('a click on a parent checks all its descendants', async () => {
  const { click, onChange } = setup()
  await click('Food')
  expect(states()).toBe('xxxxx ')
  expect(onChange.mock.calls).toEqual([[['apple', 'pear', 'bread']]])
})

test('a click on a checked parent unchecks them', async () => {
  const { click, onChange } = setup()
  await click('Food', 'Fruit')
  expect(states()).toBe('-   x ')
  expect(onChange).toHaveBeenLastCalledWith(['bread'])
  await click('Food', 'Food')
  expect(states()).toBe('      ')
})

test('a click on an indeterminate parent checks the rest', async () => {
  const { click, onChange } = setup()
  await click('Pear', 'Fruit')
  expect(states()).toBe('-xxx  ')
  expect(onChange).toHaveBeenLastCalledWith(['apple', 'pear'])
})

test('a parent may have a single child', async () => {
  const onChange = vi.fn()
  render(<CheckboxTree items={[{ id: 'box', label: 'Box', children: [{ id: 'pen', label: 'Pen' }] }]} onChange={onChange} />)
  await userEvent.setup().click(box('Box'))
  expect(box('Pen')).toBeChecked()
  expect(onChange.mock.calls).toEqual([[['pen']]])
})

test('an item with an empty list of children has none', async () => {
  const onChange = vi.fn()
  render(<CheckboxTree items={[{ id: 'bag', label: 'Bag', children: [] }]} onChange={onChange} />)
  expect(screen.getAllByRole('list').length).toBe(1)
  expect(box('Bag')).not.toBeChecked()
  await userEvent.setup().click(box('Bag'))
  expect(box('Bag')).toBeChecked()
  expect(onChange.mock.calls).toEqual([[['bag']]])
})

test('the ids come in the order of the tree', async () => {
  const { click, onChange } = setup()
  await click('Soap', 'Bread', 'Apple')
  expect(onChange).toHaveBeenLastCalledWith(['apple', 'bread', 'soap'])
})
