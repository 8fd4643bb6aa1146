import { describe, expect, test } from 'vitest'
import { orderTotal } from './order-total'

const one = (price: number) => [{ price, quantity: 1 }]

test('an empty order costs nothing', () => {
  expect(orderTotal([])).toBe(0)
})

test('adds up price times quantity over all lines', () => {
  const lines = [
    { price: 1_000, quantity: 3 },
    { price: 250, quantity: 2 },
  ]
  expect(orderTotal(lines)).toBe(3_999)
})

describe('shipping', () => {
  test('is free from 5,000 cents', () => {
    expect(orderTotal(one(4_999))).toBe(5_498)
    expect(orderTotal(one(5_000))).toBe(5_000)
    expect(orderTotal(one(5_001))).toBe(5_001)
  })

  test('depends on the subtotal after the discount', () => {
    expect(orderTotal(one(5_200), 'TEN')).toBe(5_179)
  })
})

describe('the coupon', () => {
  test('takes 10% off the subtotal but not off shipping', () => {
    expect(orderTotal(one(2_000), 'TEN')).toBe(2_299)
  })

  test('rounds half a cent up', () => {
    expect(orderTotal(one(1_005), 'TEN')).toBe(1_403)
    expect(orderTotal(one(1_004), 'TEN')).toBe(1_403)
  })

  test('is ignored if it is unknown', () => {
    expect(orderTotal(one(2_000), 'TWENTY')).toBe(2_499)
  })
})

test.each([0, -1, 1.5, Number.NaN])('rejects the quantity %s', (quantity) => {
  expect(() => orderTotal([{ price: 1, quantity: 1 }, { price: 100, quantity }])).toThrow(RangeError)
})
