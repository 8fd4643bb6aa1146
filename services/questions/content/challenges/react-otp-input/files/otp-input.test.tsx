import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { OtpInput } from './otp-input'

function setup(length?: number) {
  const onComplete = vi.fn()
  render(<OtpInput label="Code" onComplete={onComplete} {...(length === undefined ? {} : { length })} />)
  return { onComplete, user: userEvent.setup() }
}
const fields = () => within(screen.getByRole('group', { name: 'Code' })).getAllByRole<HTMLInputElement>('textbox')
const digit = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Digit ${number}` })
const code = () => fields().map(({ value }) => value || '-').join('')

test('has one field per digit', () => {
  setup()
  expect(fields().length).toBe(6)
  expect(code()).toBe('------')
  expect(digit(1)).toHaveAttribute('autocomplete', 'one-time-code')
  expect(digit(2)).not.toHaveAttribute('autocomplete', 'one-time-code')
  for (const field of fields()) expect(field).toHaveAttribute('inputmode', 'numeric')
})

test('typing fills one field after the other', async () => {
  const { user } = setup(4)
  await user.click(digit(1))
  await user.keyboard('1')
  expect(digit(2)).toHaveFocus()
  await user.keyboard('20')
  expect(code()).toBe('120-')
  expect(digit(4)).toHaveFocus()
})

test('the last digit completes the code and keeps focus', async () => {
  const { user, onComplete } = setup(4)
  await user.click(digit(1))
  await user.keyboard('123')
  expect(onComplete).not.toHaveBeenCalled()
  await user.keyboard('4')
  expect(onComplete.mock.calls).toEqual([['1234']])
  expect(digit(4)).toHaveFocus()
})

test('other characters are ignored', async () => {
  const { user } = setup(4)
  await user.click(digit(1))
  await user.keyboard('a -')
  expect(code()).toBe('----')
  expect(digit(1)).toHaveFocus()
  await user.keyboard('1')
  await user.click(digit(1))
  await user.keyboard('x')
  expect(code()).toBe('1---')
  digit(1).select()
  await user.keyboard('x')
  expect(code()).toBe('1---')
  expect(digit(1)).toHaveFocus()
})

test('a digit replaces the one in a filled field', async () => {
  const { user, onComplete } = setup(4)
  await user.click(digit(1))
  await user.keyboard('1234')
  await user.click(digit(2))
  await user.keyboard('9')
  expect(code()).toBe('1934')
  expect(digit(3)).toHaveFocus()
  expect(onComplete).toHaveBeenLastCalledWith('1934')
})

test('on-screen keyboards send no key events', () => {
  const { onComplete } = setup(2)
  digit(1).focus()
  fireEvent.input(digit(1), { target: { value: '7' } })
  expect(code()).toBe('7-')
  expect(digit(2)).toHaveFocus()
  fireEvent.input(digit(2), { target: { value: '8' } })
  expect(onComplete.mock.calls).toEqual([['78']])
  digit(1).focus()
  fireEvent.input(digit(1), { target: { value: '' } })
  expect(code()).toBe('-8')
  expect(digit(1)).toHaveFocus()
})

test('autofill distributes the code', async () => {
  const { user, onComplete } = setup(4)
  await user.click(digit(1))
  await user.keyboard('9')
  fireEvent.input(digit(1), { target: { value: '1234' } })
  expect(code()).toBe('1234')
  expect(onComplete.mock.calls).toEqual([['1234']])
  expect(digit(4)).toHaveFocus()
})

test('Backspace clears a filled field, then goes back', async () => {
  const { user } = setup(4)
  await user.click(digit(1))
  await user.keyboard('123')
  await user.keyboard('{Backspace}')
  expect(code()).toBe('12--')
  expect(digit(3)).toHaveFocus()
  await user.click(digit(2))
  await user.keyboard('{Backspace}')
  expect(code()).toBe('1---')
  expect(digit(2)).toHaveFocus()
})

test('Backspace in the first field does nothing else', async () => {
  const { user } = setup(4)
  await user.click(digit(1))
  await user.keyboard('{Backspace}')
  expect(code()).toBe('----')
  expect(digit(1)).toHaveFocus()
  await user.keyboard('12')
  expect(code()).toBe('12--')
})

test('clearing a digit does not complete the code', async () => {
  const { user, onComplete } = setup(4)
  await user.click(digit(1))
  await user.keyboard('1234{Backspace}')
  expect(code()).toBe('123-')
  expect(onComplete).toHaveBeenCalledTimes(1)
})

test('the arrow keys move focus and stop at the ends', async () => {
  const { user } = setup(3)
  await user.click(digit(1))
  await user.keyboard('{ArrowRight}')
  expect(digit(2)).toHaveFocus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(digit(3)).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(digit(2)).toHaveFocus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(digit(1)).toHaveFocus()
})

test('pasting distributes the digits', async () => {
  const { user, onComplete } = setup()
  await user.click(digit(3))
  await user.paste('12-34 56')
  expect(code()).toBe('123456')
  expect(onComplete.mock.calls).toEqual([['123456']])
  expect(digit(6)).toHaveFocus()
})

test('pasting fewer or more digits', async () => {
  const { user, onComplete } = setup(4)
  await user.click(digit(1))
  await user.keyboard('987')
  await user.paste('12')
  expect(code()).toBe('12--')
  expect(digit(3)).toHaveFocus()
  expect(onComplete).not.toHaveBeenCalled()
  await user.paste('123456')
  expect(onComplete.mock.calls).toEqual([['1234']])
  expect(digit(4)).toHaveFocus()
})
