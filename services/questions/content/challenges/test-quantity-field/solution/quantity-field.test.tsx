import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { QuantityField } from './quantity-field'

function setUp(value: number, max = 10) {
  const onChange = vi.fn()
  render(<QuantityField value={value} max={max} onChange={onChange} />)
  const field = screen.getByRole('textbox', { name: 'Quantity' })
  const user = userEvent.setup()
  const type = async (text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  const button = (name: string) => screen.getByRole('button', { name })
  return { onChange, field, user, type, button }
}

test('shows the value', () => {
  expect(setUp(3).field).toHaveValue('3')
})

test('the buttons change the value by one', async () => {
  const { button, onChange, user } = setUp(3)
  await user.click(button('Decrease'))
  await user.click(button('Increase'))
  expect(onChange.mock.calls).toEqual([[2], [4]])
})

test('Decrease is disabled at 1', () => {
  const { button } = setUp(1)
  expect(button('Decrease')).toBeDisabled()
  expect(button('Increase')).toBeEnabled()
})

test('Increase is disabled at the maximum', () => {
  const { button } = setUp(10)
  expect(button('Increase')).toBeDisabled()
  expect(button('Decrease')).toBeEnabled()
})

test('both are enabled next to the limits', () => {
  const { button } = setUp(2, 3)
  expect(button('Increase')).toBeEnabled()
  expect(button('Decrease')).toBeEnabled()
})

test('a typed number counts when the field loses focus', async () => {
  const { onChange, type, user } = setUp(3)
  await type('7')
  expect(onChange).not.toHaveBeenCalled()
  await user.tab()
  expect(onChange.mock.calls).toEqual([[7]])
})

test('a typed number counts once with Enter', async () => {
  const { onChange, type, user } = setUp(3)
  await type('7{Enter}')
  expect(onChange.mock.calls).toEqual([[7]])
  await user.tab()
  expect(onChange.mock.calls).toEqual([[7]])
})

test.each([
  ['0', 1],
  ['-5', 1],
  ['10', 10],
  ['11', 10],
])('%s is limited to %i', async (text, expected) => {
  const { onChange, type } = setUp(3)
  await type(`${text}{Enter}`)
  expect(onChange.mock.calls).toEqual([[expected]])
})

test('the same number is not reported', async () => {
  const { onChange, type } = setUp(3)
  await type('3{Enter}')
  expect(onChange).not.toHaveBeenCalled()
})

test.each(['abc', '2.5', ' '])('%j is discarded', async (text) => {
  const { field, onChange, type, user } = setUp(3)
  await type(text)
  await user.tab()
  expect(onChange).not.toHaveBeenCalled()
  expect(field).toHaveValue('3')
})

test('Escape discards what was typed', async () => {
  const { field, onChange, type, user } = setUp(3)
  await type('7{Escape}')
  expect(field).toHaveValue('3')
  await user.tab()
  expect(onChange).not.toHaveBeenCalled()
})
