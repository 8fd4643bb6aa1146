import { describe, expect, test } from 'vitest'
import { type Action, type Cart, reduce } from './cart'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

const tea = Object.freeze({ id: 'tea', price: 4, quantity: 2 })
const cup = Object.freeze({ id: 'cup', price: 9, quantity: 1 })
const cart: Cart = Object.freeze({ lines: Object.freeze([tea, cup]), coupon: 'SPRING' })

describe('added', () => {
  test('adds a line at the end', () => {
    const result = reduce(cart, { type: 'added', id: 'pot', price: 20 })
    expect(result).toEqual({ lines: [tea, cup, { id: 'pot', price: 20, quantity: 1 }], coupon: 'SPRING' })
  })

  test('increases the quantity of a line', () => {
    const result = reduce(cart, { type: 'added', id: 'tea', price: 4 })
    expect(result).toEqual({ lines: [{ ...tea, quantity: 3 }, cup], coupon: 'SPRING' })
    expect(result.lines[1]).toBe(cup)
  })

  test('keeps the price of a line', () => {
    expect(reduce(cart, { type: 'added', id: 'tea', price: 5 }).lines).toEqual([{ ...tea, price: 4, quantity: 3 }, cup])
  })
})

describe('quantityChanged', () => {
  test('sets the quantity', () => {
    const result = reduce(cart, { type: 'quantityChanged', id: 'cup', quantity: 5 })
    expect(result).toEqual({ lines: [tea, { ...cup, quantity: 5 }], coupon: 'SPRING' })
    expect(result.lines[0]).toBe(tea)
  })

  test.each([0, -1])('%i removes the line', (quantity) => {
    expect(reduce(cart, { type: 'quantityChanged', id: 'tea', quantity })).toEqual({ lines: [cup], coupon: 'SPRING' })
  })

  test('one is a quantity', () => {
    expect(reduce(cart, { type: 'quantityChanged', id: 'tea', quantity: 1 }).lines).toEqual([{ ...tea, quantity: 1 }, cup])
  })

  test('returns the same state if nothing changes', () => {
    expect(reduce(cart, { type: 'quantityChanged', id: 'pot', quantity: 5 })).toBe(cart)
    expect(reduce(cart, { type: 'quantityChanged', id: 'pot', quantity: 0 })).toBe(cart)
    expect(reduce(cart, { type: 'quantityChanged', id: 'tea', quantity: 2 })).toBe(cart)
  })
})

test('couponApplied stores the code', () => {
  const result = reduce(cart, { type: 'couponApplied', code: ' fall26 ' })
  expect(result).toEqual({ lines: [tea, cup], coupon: 'FALL26' })
  expect(result.lines).toBe(cart.lines)
})

test('couponApplied keeps a space inside the code', () => {
  expect(reduce(cart, { type: 'couponApplied', code: ' free tea ' }).coupon).toBe('FREE TEA')
})

test('couponApplied returns the same state if the coupon stays', () => {
  expect(reduce(cart, { type: 'couponApplied', code: 'spring ' })).toBe(cart)
})

test('cleared removes everything', () => {
  expect(reduce(cart, { type: 'cleared' })).toEqual({ lines: [], coupon: null })
  expect(reduce({ lines: [tea], coupon: null }, { type: 'cleared' })).toEqual({ lines: [], coupon: null })
  expect(reduce({ lines: [], coupon: 'SPRING' }, { type: 'cleared' })).toEqual({ lines: [], coupon: null })
})

test('cleared returns the same state if the cart is empty', () => {
  const empty: Cart = { lines: [], coupon: null }
  expect(reduce(empty, { type: 'cleared' })).toBe(empty)
})

test('an unknown action throws', () => {
  for (const type of ['removed', 'constructor', 'toString', '__proto__'])
    expect(() => reduce(cart, { type } as never)).toThrow(Error)
})

describe('types', () => {
  test('describe exactly four actions', () => {
    sameType<Action['type'], 'added' | 'quantityChanged' | 'couponApplied' | 'cleared'>(true)
    sameType<Extract<Action, { type: 'couponApplied' }>['code'], string>(true)
    sameType<Extract<Action, { type: 'added' }>['price'], number>(true)
    // @ts-expect-error The price is missing.
    const incomplete: Action = { type: 'added', id: 'tea' }
    // @ts-expect-error This action has no id.
    const tooMuch: Action = { type: 'cleared', id: 'tea' }
    // @ts-expect-error The type is misspelled.
    const misspelled: Action = { type: 'clear' }
    // @ts-expect-error The type is misspelled.
    const use = () => reduce(cart, { type: 'couponAplied', code: 'FALL26' })
    expect([incomplete, tooMuch, misspelled, use]).toHaveLength(4)
    expect(reduce(cart, { type: 'cleared' }).coupon).toBe(null)
  })
})
