import { describe, expect, test } from 'vitest'
import { isProduct, isRecord, type Product, parseProducts } from './products'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

const pen = { id: 'pen', price: 2, tags: ['office'] }

describe('isRecord', () => {
  test.each([[{}], [{ a: 1 }], [Object.create(null)]])('accepts %j', (value) => {
    expect(isRecord(value)).toBe(true)
  })

  test.each([[null], [undefined], [[]], ['text'], [3], [() => {}]])('rejects %j', (value) => {
    expect(isRecord(value)).toBe(false)
  })
})

describe('isProduct', () => {
  test.each([
    ['a product', pen],
    ['no tags', { ...pen, tags: [] }],
    ['price 0', { ...pen, price: 0 }],
    ['a discount', { ...pen, discount: 0.5 }],
    ['an undefined discount', { ...pen, discount: undefined }],
    ['more properties', { ...pen, color: 'blue' }],
  ])('accepts %s', (_, value) => {
    expect(isProduct(value)).toBe(true)
  })

  test.each([
    ['null', null],
    ['a list', [pen]],
    ['an empty id', { ...pen, id: '' }],
    ['a numeric id', { ...pen, id: 7 }],
    ['no id', { price: 2, tags: [] }],
    ['a price as text', { ...pen, price: '2' }],
    ['a negative price', { ...pen, price: -0.01 }],
    ['price NaN', { ...pen, price: Number.NaN }],
    ['price Infinity', { ...pen, price: Number.POSITIVE_INFINITY }],
    ['no tags property', { id: 'pen', price: 2 }],
    ['tags as text', { ...pen, tags: 'office' }],
    ['a number among the tags', { ...pen, tags: ['office', 7] }],
    ['a discount of null', { ...pen, discount: null }],
    ['a discount of NaN', { ...pen, discount: Number.NaN }],
    ['a discount as text', { ...pen, discount: '5' }],
  ])('rejects %s', (_, value) => {
    expect(isProduct(value)).toBe(false)
  })
})

describe('parseProducts', () => {
  test('returns the products', () => {
    expect(parseProducts(JSON.stringify([pen, pen]))).toEqual([pen, pen])
    expect(parseProducts('[]')).toEqual([])
  })

  test.each(['{', '{}', 'null', '"text"', ''])('rejects %j', (json) => {
    expect(() => parseProducts(json)).toThrow(new TypeError('Expected a list of products'))
    expect(() => parseProducts(json)).toThrow(TypeError)
  })

  test('names the first invalid item', () => {
    const json = JSON.stringify([pen, pen, { id: 'no price' }, pen, null])
    expect(() => parseProducts(json)).toThrow(TypeError)
    expect(() => parseProducts(json)).toThrow(/^Invalid product at index 2$/)
    expect(() => parseProducts('[null]')).toThrow(/^Invalid product at index 0$/)
  })
})

export function narrowing(value: unknown) {
  if (isRecord(value)) {
    type Case = Expect<Equal<typeof value, Record<string, unknown>>>
    const record: Record<string, unknown> = value
    if (record.anything) return null as unknown as Case
  }
  if (isProduct(value)) {
    const product: Product = value
    product.tags
    type Case = Expect<Equal<typeof value, Product>>
    return null as unknown as Case
  }
  // @ts-expect-error it isn't a product here
  return value.id
}
