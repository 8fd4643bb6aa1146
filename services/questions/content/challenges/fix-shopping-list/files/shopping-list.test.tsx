import '@testing-library/jest-dom/vitest'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ShoppingList } from './shopping-list'

const names = () => screen.getAllByRole('button', { name: /^Remove / }).map((button) => button.textContent?.replace('Remove ', ''))
const box = (name: string) => screen.getByRole('checkbox', { name })
const note = (name: string) => screen.getByRole('textbox', { name: `Note on ${name}` })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a note stays with its item when an item above is removed', async () => {
  render(<ShoppingList />)
  await userEvent.type(note('Milk'), '2 l')
  await press('Remove Bread')
  expect(names()).toEqual(['Milk', 'Eggs'])
  expect(note('Milk')).toHaveValue('2 l')
  expect(note('Eggs')).toHaveValue('')
})

test('a tick shows at once and can be taken back', async () => {
  render(<ShoppingList />)
  await userEvent.click(box('Milk'))
  expect(box('Milk')).toBeChecked()
  expect(screen.getByText('1 of 3 done')).toBeInTheDocument()
  await userEvent.click(box('Eggs'))
  expect(screen.getByText('2 of 3 done')).toBeInTheDocument()
  await userEvent.click(box('Milk'))
  expect(box('Milk')).not.toBeChecked()
  expect(screen.getByText('1 of 3 done')).toBeInTheDocument()
})

test('two clicks before the next render add two items', async () => {
  render(<ShoppingList />)
  await userEvent.type(screen.getByLabelText('New item'), 'Tea')
  const add = screen.getByRole('button', { name: 'Add' })
  act(() => {
    add.click()
    add.click()
  })
  expect(names()).toEqual(['Bread', 'Milk', 'Eggs', 'Tea', 'Tea'])
  await userEvent.click(screen.getAllByRole('checkbox', { name: 'Tea' })[1] as HTMLElement)
  expect(screen.getAllByRole('checkbox', { checked: true }).length).toBe(1)
  expect(screen.getByText('1 of 5 done')).toBeInTheDocument()
})

test('an item that is added after a removal is independent of the others', async () => {
  render(<ShoppingList />)
  await press('Remove Bread')
  await userEvent.type(screen.getByLabelText('New item'), 'Tea')
  await press('Add')
  await userEvent.click(box('Tea'))
  expect(box('Eggs')).not.toBeChecked()
  await press('Remove Tea')
  expect(names()).toEqual(['Milk', 'Eggs'])
})

test('adding trims the name and clears the field', async () => {
  render(<ShoppingList />)
  await userEvent.type(screen.getByLabelText('New item'), ' Tea ')
  await press('Add')
  expect(names()).toEqual(['Bread', 'Milk', 'Eggs', 'Tea'])
  expect(box('Tea')).not.toBeChecked()
  expect(screen.getByLabelText('New item')).toHaveValue('')
})

test('an empty name adds nothing', async () => {
  render(<ShoppingList />)
  await press('Add')
  await userEvent.type(screen.getByLabelText('New item'), '  ')
  await press('Add')
  expect(names()).toEqual(['Bread', 'Milk', 'Eggs'])
})

test('a second list starts with its own items', async () => {
  const { unmount } = render(<ShoppingList />)
  await userEvent.click(box('Milk'))
  unmount()
  render(<ShoppingList />)
  expect(box('Milk')).not.toBeChecked()
})
