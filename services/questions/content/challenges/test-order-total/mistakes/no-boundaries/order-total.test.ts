import { expect, test } from 'vitest'
import { orderTotal } from './order-total'

test('adds shipping to a small order', () => {
  expect(orderTotal([{ price: 1_000, quantity: 2 }, { price: 500, quantity: 1 }])).toBe(2_999)
})

test('ships large orders for free', () => {
  expect(orderTotal([{ price: 6_000, quantity: 1 }])).toBe(6_000)
})

test('takes 10% off', () => {
  expect(orderTotal([{ price: 1_000, quantity: 1 }], 'TEN')).toBe(1_399)
})

test('rejects a quantity of 0', () => {
  expect(() => orderTotal([{ price: 1, quantity: 0 }])).toThrow(RangeError)
})
