import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QuantityField } from './quantity-field'

test('shows the value', () => {
  render(<QuantityField value={3} max={10} onChange={() => {}} />)
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('3')
})
