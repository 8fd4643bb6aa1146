import { expect, test } from 'vitest'
import { orderTotal } from './order-total'

test('rejects a quantity of 0', () => {
  const run = () => orderTotal([{ price: 1, quantity: 0 }])
  expect(run).toBeDefined()
})
