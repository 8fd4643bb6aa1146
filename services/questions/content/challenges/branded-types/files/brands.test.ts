import { describe, expect, test } from 'vitest'
import { add, type Brand, type Cents, cents, format, isUserId, type OrderId, orderId, type UserId, userId } from './brands'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

describe('ids', () => {
  test('are plain strings', () => {
    expect(userId('u_42')).toBe('u_42')
    expect(orderId('o_7')).toBe('o_7')
    expect(orderId('o_1234')).toBe('o_1234')
  })

  test.each(['', 'u_', 'o_42', 'u_4a', 'xu_42', 'u_42 ', 'u_4\n2', 'u_-1', 'U_1', 'u42'])('%j is no user', (text) => {
    expect(() => userId(text)).toThrow(TypeError)
    expect(isUserId(text)).toBe(false)
  })

  test.each(['', 'o_', 'u_42', 'ao_1', 'o_1x', 'o_1\n'])('%j is no order', (text) => {
    expect(() => orderId(text)).toThrow(TypeError)
  })

  test('isUserId accepts values of any type', () => {
    expect(isUserId('u_1')).toBe(true)
    expect([1, null, undefined, ['u_1'], {}, { toString: () => 'u_1' }, Symbol('u_1')].some(isUserId)).toBe(false)
  })
})

describe('amounts', () => {
  test('are plain numbers', () => {
    expect([cents(0), cents(1999)]).toEqual([0, 1999])
  })

  test.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('%d is no amount', (amount) => {
    expect(() => cents(amount)).toThrow(RangeError)
  })

  test('can be added', () => {
    expect(add(cents(10), cents(20))).toBe(30)
    expect(() => add(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError)
  })

  test.each([
    [1999, '$19.99'],
    [5, '$0.05'],
    [0, '$0.00'],
    [100, '$1.00'],
    [110, '$1.10'],
    [123456, '$1234.56'],
    [9007199254740991, '$90071992547409.91'],
  ])('%i is %s', (amount, text) => {
    expect(format(cents(amount))).toBe(text)
  })
})

describe('types', () => {
  test('can be used as their base', () => {
    const text: string = userId('u_1')
    const amount: number = cents(1)
    expect([text.length, amount + 1]).toEqual([3, 2])
  })

  test('are not interchangeable', () => {
    // @ts-expect-error Text has to be checked.
    const fromText: UserId = 'u_1'
    // @ts-expect-error An order isn't a user.
    const fromOrder: UserId = orderId('o_1')
    // @ts-expect-error A user isn't an order.
    const fromUser: OrderId = userId('u_1')
    // @ts-expect-error A number has to be checked.
    const fromNumber: Cents = 5
    // @ts-expect-error A sum has to be checked.
    const sum: Cents = cents(1) + cents(2)
    // @ts-expect-error These are amounts of another kind.
    expect(add(cents(1), 2 as Brand<number, 'Grams'>)).toBe(3)
    expect([fromText, fromOrder, fromUser, fromNumber, sum]).toHaveLength(5)
  })

  test('brands of the same name are the same', () => {
    sameType<UserId, Brand<string, 'UserId'>>(true)
    sameType<OrderId, Brand<string, 'OrderId'>>(true)
    sameType<Cents, Brand<number, 'Cents'>>(true)
    sameType<ReturnType<typeof add>, Cents>(true)
    expect(add(cents(1), cents(1))).toBe(2)
  })

  test('are those of the parameters', () => {
    // @ts-expect-error An id is made of text.
    expect(() => [userId(42)]).toThrow(TypeError)
    // @ts-expect-error An id is made of text.
    expect(() => [orderId(42)]).toThrow(TypeError)
    // @ts-expect-error An amount is made of a number.
    expect(() => [cents('5')]).toThrow(RangeError)
    // @ts-expect-error The amount has to be checked.
    expect(format(1999)).toBe('$19.99')
  })

  test('isUserId narrows', () => {
    const value: unknown = 'u_1'
    if (isUserId(value)) sameType<typeof value, UserId>(true)
    expect(isUserId(value)).toBe(true)
  })
})
