import { describe, expect, test } from 'vitest'
import { omit, pick } from './pick-and-omit'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

interface User {
  id: number
  name: string
  email?: string
}

const ada: User = { id: 7, name: 'Ada' }
const symbol: unique symbol = Symbol('key')
const keyed = { 1: 'a', 2: 'b', [symbol]: 'c' }

describe('pick', () => {
  test('returns the named properties', () => {
    expect(pick({ id: 7, name: 'Ada', admin: true }, ['id', 'admin'])).toEqual({ id: 7, admin: true })
  })

  test('returns an empty object for no keys', () => {
    expect(pick(ada, [])).toEqual({})
  })

  test('leaves out absent optional properties', () => {
    expect(Object.keys(pick(ada, ['id', 'email']))).toEqual(['id'])
  })

  test('keeps properties whose value is undefined, null, or 0', () => {
    const result = pick({ a: undefined, b: null, c: 0, d: 1 }, ['a', 'b', 'c'])
    expect(Object.entries(result)).toEqual([
      ['a', undefined],
      ['b', null],
      ['c', 0],
    ])
  })

  test('takes numbers and symbols as keys', () => {
    expect(pick(keyed, [1])).toEqual({ 1: 'a' })
    const picked = pick(keyed, [symbol])
    expect([Reflect.ownKeys(picked), picked[symbol]]).toEqual([[symbol], 'c'])
  })

  test('ignores inherited properties', () => {
    const child: { role: string; id: number } = Object.assign(Object.create({ role: 'admin' }), { id: 1 })
    expect(Object.keys(pick(child, ['role', 'id']))).toEqual(['id'])
  })
})

describe('omit', () => {
  test('returns all other properties', () => {
    expect(omit({ id: 7, name: 'Ada', password: 'secret' }, ['password'])).toEqual({ id: 7, name: 'Ada' })
  })

  test('returns a copy for no keys', () => {
    const copy = omit(ada, [])
    expect(copy).toEqual(ada)
    expect(copy).not.toBe(ada)
  })

  test('takes numbers and symbols as keys', () => {
    expect(Reflect.ownKeys(omit(keyed, [1]))).toEqual(['2', symbol])
    expect(Reflect.ownKeys(omit(keyed, [symbol]))).toEqual(['1', '2'])
  })

  test('removes several keys', () => {
    expect(omit({ a: 1, b: 2, c: 3 }, ['a', 'c'])).toEqual({ b: 2 })
  })

  test('ignores inherited properties', () => {
    const child: { role: string; id: number } = Object.assign(Object.create({ role: 'admin' }), { id: 1 })
    expect(Object.keys(omit(child, []))).toEqual(['id'])
  })
})

test('the original object stays as it is', () => {
  const user = Object.freeze({ id: 7, name: 'Ada' })
  pick(user, ['id'])
  omit(user, ['id'])
  expect(user).toEqual({ id: 7, name: 'Ada' })
})

test('the keys can be a read-only array', () => {
  const keys = ['id'] as const
  expect(pick(ada, keys)).toEqual({ id: 7 })
  expect(omit(ada, keys)).toEqual({ name: 'Ada' })
})

const picked = pick(ada, ['id', 'email'])
const rest = omit(ada, ['name'])
export type Cases = [
  Expect<Equal<typeof picked, Pick<User, 'id' | 'email'>>>,
  Expect<Equal<typeof rest, Omit<User, 'name'>>>,
]

export function errors() {
  // @ts-expect-error User has no property `age`
  pick(ada, ['age'])
  // @ts-expect-error User has no property `age`
  omit(ada, ['age'])
}
