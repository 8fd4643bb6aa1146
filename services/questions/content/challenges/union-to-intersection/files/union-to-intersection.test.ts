import { describe, expect, test } from 'vitest'
import { type IsUnion, merge, type UnionToIntersection } from './union-to-intersection'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
/** The same properties, however the type is written. */
type Flat<T> = { [Key in keyof T]: T[Key] }

type Log = { log: (text: string) => void }
type Save = { save: () => boolean }
type Undo = { undo?: number; readonly depth: number }

export type Intersections = [
  Expect<Equal<Flat<UnionToIntersection<{ a: string } | { b: number }>>, { a: string; b: number }>>,
  Expect<Equal<Flat<UnionToIntersection<Log | Save | Undo>>, { log: (text: string) => void; save: () => boolean; undo?: number; readonly depth: number }>>,
  Expect<Equal<UnionToIntersection<{ a: { b: 1 } } | { a: { c: 2 } }>['a'], { b: 1 } & { c: 2 }>>,
  Expect<Equal<UnionToIntersection<((text: string) => 1) | ((count: number) => 2)>, ((text: string) => 1) & ((count: number) => 2)>>,
  Expect<Equal<UnionToIntersection<{ a: boolean } | { b: string | number }>['a'], boolean>>,
  Expect<Equal<UnionToIntersection<{ a: boolean } | { b: string | number }>['b'], string | number>>,
  Expect<Equal<UnionToIntersection<string | number>, never>>,
  Expect<Equal<UnionToIntersection<'a' | string>, string>>,

  Expect<Equal<Flat<UnionToIntersection<{ a: string }>>, { a: string }>>,
  Expect<Equal<UnionToIntersection<string>, string>>,
  Expect<Equal<UnionToIntersection<string[]>, string[]>>,
  Expect<Equal<UnionToIntersection<() => void>, () => void>>,
  Expect<Equal<UnionToIntersection<(value: string | number) => void>, (value: string | number) => void>>,
]

export type Unions = [
  Expect<Equal<IsUnion<'a' | 'b'>, true>>,
  Expect<Equal<IsUnion<string | number | null>, true>>,
  Expect<Equal<IsUnion<boolean>, true>>,
  Expect<Equal<IsUnion<{ a: string } | { b: string }>, true>>,
  Expect<Equal<IsUnion<{ a: string } | { a: number }>, true>>,
  Expect<Equal<IsUnion<string[] | number[]>, true>>,
  Expect<Equal<IsUnion<string | undefined>, true>>,

  Expect<Equal<IsUnion<string>, false>>,
  Expect<Equal<IsUnion<'a'>, false>>,
  Expect<Equal<IsUnion<true>, false>>,
  Expect<Equal<IsUnion<undefined>, false>>,
  Expect<Equal<IsUnion<(string | number)[]>, false>>,
  Expect<Equal<IsUnion<{ a: string | number }>, false>>,
  Expect<Equal<IsUnion<[1, 2]>, false>>,
  Expect<Equal<IsUnion<'a' | string>, false>>,
]

export function callBoth(both: UnionToIntersection<((text: string) => 1) | ((count: number) => 2)>): [1, 2] {
  return [both('a'), both(1)]
}

export function errors(app: UnionToIntersection<Log | Save>) {
  // @ts-expect-error There is no such function.
  app.print()
  // @ts-expect-error The parameter is a string.
  app.log(1)
  // @ts-expect-error A source is an object.
  merge({ a: 1 }, 'text')
  // @ts-expect-error There is no such property.
  merge({ a: 1 }, { b: 2 }).c
}

describe('merge', () => {
  test('returns the properties of all sources', () => {
    expect(merge({ a: 1 }, { b: 'two', c: null }, { d: undefined })).toStrictEqual({ a: 1, b: 'two', c: null, d: undefined })
  })

  test('returns a new object', () => {
    const only = { a: 1 }
    expect(merge(only)).toEqual({ a: 1 })
    expect(merge(only)).not.toBe(only)
    expect(merge()).toEqual({})
  })

  test('the last value of a property counts', () => {
    expect(merge({ a: 1, b: 1 }, { a: 2 }, { a: 3 })).toEqual({ a: 3, b: 1 })
    expect(merge({ a: 1, b: true }, { a: 0, b: false })).toEqual({ a: 0, b: false })
    const later: { a: number | undefined } = { a: undefined }
    expect(merge({ a: 1 }, later)).toStrictEqual({ a: undefined })
  })

  test('the sources stay unchanged', () => {
    const sources = [{ a: 1 }, { b: 2 }] as const
    merge(...sources)
    expect(sources).toEqual([{ a: 1 }, { b: 2 }])
    expect(merge(Object.freeze({ a: 1 }), Object.freeze({ a: 2 }))).toEqual({ a: 2 })
  })

  test('nested objects are not merged', () => {
    const [one, other]: { api: object }[] = [{ api: { url: '/' } }, { api: { port: 80 } }]
    expect(merge(one, other).api).toBe(other.api)
    expect(merge({ list: [1, 2] }, { list: [3] })).toEqual({ list: [3] })
  })

  test('symbols are keys, too', () => {
    const key = Symbol('key')
    expect(Reflect.ownKeys(merge({ [key]: 1 }, { a: 2 }))).toEqual(['a', key])
  })

  test('inherited and hidden properties are left out', () => {
    const source: { own: number } = Object.assign(Object.create({ inherited: 1 }), { own: 2 })
    Object.defineProperty(source, 'hidden', { value: 3, enumerable: false })
    const merged = merge({ a: 1 }, source)
    expect(merged).toEqual({ a: 1, own: 2 })
    expect('inherited' in merged || 'hidden' in merged).toBe(false)
  })

  test('has the type of all sources', () => {
    const logger: Log = { log: () => {} }
    const store: Save = { save: () => true }
    const counter: { count: number } = { count: 1 }
    const app = merge(logger, store, counter)
    const typed: Expect<Equal<Flat<typeof app>, { log: (text: string) => void; save: () => boolean; count: number }>> = true
    app.log('merged')
    expect([typed, app.save(), app.count]).toEqual([true, true, 1])
  })
})
