import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { QuantityField } from './quantity-field'

test('reports a typed number', async () => {
  const onChange = vi.fn()
  render(<QuantityField value={1} max={10} onChange={onChange} />)
  await userEvent.clear(screen.getByRole('textbox'))
  await userEvent.type(screen.getByRole('textbox'), '7{Enter}')
  expect(onChange).toHaveBeenCalledWith(7)
})

test('buttons report the next number', async () => {
  const onChange = vi.fn()
  render(<QuantityField value={3} max={10} onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: 'Increase' }))
  expect(onChange).toHaveBeenCalledWith(4)
})
