import { expect, test } from 'vitest'
import { orderTotal } from './order-total'

test('adds shipping to a small order', () => {
  expect(orderTotal([{ price: 1_000, quantity: 1 }])).toBeGreaterThan(0)
})
