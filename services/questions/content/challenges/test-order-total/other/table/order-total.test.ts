import { expect, it } from 'vitest'
import { orderTotal } from './order-total'

it.each([
  ['nothing', [], undefined, 0],
  ['below the limit', [[4_999, 1]], undefined, 5_498],
  ['at the limit', [[2_500, 2]], undefined, 5_000],
  ['two lines', [[1_000, 2], [500, 1]], undefined, 2_999],
  ['coupon below the limit', [[5_100, 1]], 'TEN', 5_089],
  ['rounded coupon', [[15, 1]], 'TEN', 512],
  ['coupon with a third of a cent', [[13, 1]], 'TEN', 511],
  ['other coupon', [[1_000, 1]], 'ten', 1_499],
] as const)('%s', (_, lines, coupon, expected) => {
  expect(orderTotal(lines.map(([price, quantity]) => ({ price, quantity })), coupon)).toBe(expected)
})

it('accepts only positive integers as quantities', () => {
  for (const quantity of [0, 2.5, -3]) {
    expect(() => orderTotal([{ price: 100, quantity }])).toThrow(RangeError)
  }
})
