import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { QuantityField } from './quantity-field'

test('the buttons change the value', async () => {
  const onChange = vi.fn()
  render(<QuantityField value={3} max={10} onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: 'Increase' }))
  await userEvent.click(screen.getByRole('button', { name: 'Decrease' }))
  expect(onChange.mock.calls).toEqual([[4], [2]])
})

test('the buttons respect the limits', () => {
  render(<QuantityField value={1} max={1} onChange={() => {}} />)
  for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled()
})
