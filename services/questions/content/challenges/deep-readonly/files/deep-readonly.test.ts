import { describe, expect, test } from 'vitest'
import { type DeepReadonly, deepFreeze } from './deep-readonly'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

interface Config {
  name: string
  api: { url: string; headers: { token?: string } }
  ports: number[]
  users: { name: string; roles: number[] }[]
  range: [from: number, to: { at: number }]
  onSave: (draft: { text: string }) => void
  theme?: { dark: boolean }
  owner: { id: number } | null
  mode: 'fast' | { level: number } | string[]
}

interface ReadonlyConfig {
  readonly name: string
  readonly api: { readonly url: string; readonly headers: { readonly token?: string } }
  readonly ports: readonly number[]
  readonly users: readonly { readonly name: string; readonly roles: readonly number[] }[]
  readonly range: readonly [from: number, to: { readonly at: number }]
  readonly onSave: (draft: { text: string }) => void
  readonly theme?: { readonly dark: boolean }
  readonly owner: { readonly id: number } | null
  readonly mode: 'fast' | { readonly level: number } | readonly string[]
}

type Tree = { value: number; children: Tree[] }
type ReadonlyTree = DeepReadonly<Tree>

export type Cases = [
  Expect<Equal<DeepReadonly<{ a: string }>, { readonly a: string }>>,
  Expect<Equal<DeepReadonly<{ a: { b: { c: boolean } } }>, { readonly a: { readonly b: { readonly c: boolean } } }>>,
  Expect<Equal<DeepReadonly<{ a?: { b?: number } }>, { readonly a?: { readonly b?: number } }>>,
  Expect<Equal<DeepReadonly<{ readonly a: { b: number } }>, { readonly a: { readonly b: number } }>>,

  Expect<Equal<DeepReadonly<string[]>, readonly string[]>>,
  Expect<Equal<DeepReadonly<{ a: number }[][]>, readonly (readonly { readonly a: number }[])[]>>,
  Expect<Equal<DeepReadonly<readonly { a: number }[]>, readonly { readonly a: number }[]>>,
  Expect<Equal<DeepReadonly<[string, { a: number }]>, readonly [string, { readonly a: number }]>>,
  Expect<Equal<DeepReadonly<[string, number]>['length'], 2>>,
  Expect<Equal<DeepReadonly<[]>, readonly []>>,

  Expect<Equal<DeepReadonly<string>, string>>,
  Expect<Equal<DeepReadonly<undefined | null | boolean | symbol | bigint | 7>, undefined | null | boolean | symbol | bigint | 7>>,
  Expect<Equal<DeepReadonly<() => { a: number }>, () => { a: number }>>,
  Expect<Equal<DeepReadonly<{ run: (list: string[]) => number[] }>, { readonly run: (list: string[]) => number[] }>>,
  Expect<Equal<DeepReadonly<{ a: { b: number } | null | undefined }>, { readonly a: { readonly b: number } | null | undefined }>>,
  Expect<Equal<DeepReadonly<{ a: number } | { b: string[] } | string>, { readonly a: number } | { readonly b: readonly string[] } | string>>,

  Expect<Equal<DeepReadonly<Config>['users'], ReadonlyConfig['users']>>,
  Expect<Equal<DeepReadonly<Config>['range'], ReadonlyConfig['range']>>,
  Expect<Equal<DeepReadonly<Config>['mode'], ReadonlyConfig['mode']>>,
  Expect<Equal<{ [Key in keyof DeepReadonly<Config>]: DeepReadonly<Config>[Key] }, { [Key in keyof ReadonlyConfig]: ReadonlyConfig[Key] }>>,
  Expect<Equal<ReadonlyTree['children'][number]['value'], number>>,
]

export function errors(config: DeepReadonly<Config>, tree: ReadonlyTree) {
  // @ts-expect-error The property is read-only.
  config.name = 'other'
  // @ts-expect-error The nested property is read-only.
  config.api.headers.token = 'secret'
  // @ts-expect-error The array is read-only.
  config.ports.push(80)
  // @ts-expect-error The element is read-only.
  config.users[0].name = 'Ada'
  // @ts-expect-error The tuple is read-only.
  config.range[0] = 1
  // @ts-expect-error The type is recursive.
  tree.children[0].children[0].value = 1
}

/** Whether each of the objects is frozen. */
const areFrozen = (...values: object[]) => values.map((value) => Object.isFrozen(value))

describe('deepFreeze', () => {
  test('returns the same object', () => {
    const config = { api: { url: '/api' } }
    expect(deepFreeze(config)).toBe(config)
    expect(config).toEqual({ api: { url: '/api' } })
  })

  test('freezes nested objects and arrays', () => {
    const config = { api: { urls: ['/a', { path: '/b' }] }, ports: [[80]] }
    deepFreeze(config)
    expect(areFrozen(config, config.api, config.api.urls, config.api.urls[1] as object, config.ports, config.ports[0])).toEqual(
      Array(6).fill(true),
    )
    expect(() => {
      ;(config.api as { urls: unknown }).urls = []
    }).toThrow(TypeError)
    expect(() => config.ports[0].push(81)).toThrow(TypeError)
  })

  test('freezes arrays', () => {
    const list = [{ id: 1 }, { id: 2 }]
    deepFreeze(list)
    expect(areFrozen(list, ...list)).toEqual([true, true, true])
  })

  test('returns primitive values and null', () => {
    expect([deepFreeze(1), deepFreeze('a'), deepFreeze(null), deepFreeze(undefined)]).toEqual([1, 'a', null, undefined])
    expect(deepFreeze({ a: null, b: undefined, c: 0 })).toEqual({ a: null, b: undefined, c: 0 })
  })

  test('functions are not frozen', () => {
    const onSave = Object.assign(() => {}, { calls: [1] })
    deepFreeze({ onSave })
    deepFreeze(onSave)
    expect(areFrozen(onSave, onSave.calls)).toEqual([false, false])
  })

  test('freezes the values of symbols', () => {
    const key = Symbol('key')
    const value = { [key]: { list: [1] } }
    deepFreeze(value)
    expect(areFrozen(value[key], value[key].list)).toEqual([true, true])
  })

  test('freezes what is in an object that is already frozen', () => {
    const inner = { list: [1] }
    deepFreeze(Object.freeze({ inner }))
    expect(areFrozen(inner, inner.list)).toEqual([true, true])
    const deep = { list: [{ n: 1 }] }
    deepFreeze({ a: Object.freeze({ b: Object.freeze([deep]) }) })
    expect(areFrozen(deep, deep.list, deep.list[0])).toEqual([true, true, true])
  })

  test('ends with cycles', () => {
    interface Person {
      name: { first: string }
      friend?: Person
      friends: Person[]
    }
    const ada: Person = { name: { first: 'Ada' }, friends: [] }
    const bob: Person = { name: { first: 'Bob' }, friends: [ada], friend: ada }
    ada.friend = bob
    ada.friends.push(ada, bob)
    deepFreeze(ada)
    expect(areFrozen(ada, bob, ada.friends, bob.friends, ada.name, bob.name)).toEqual(Array(6).fill(true))
    const frozen: Person = { name: { first: 'Eve' }, friends: [] }
    frozen.friends.push(frozen)
    Object.freeze(frozen)
    deepFreeze(frozen)
    expect(areFrozen(frozen.friends, frozen.name)).toEqual([true, true])
  })

  test('has the type DeepReadonly', () => {
    const config = deepFreeze({ api: { url: '/api' }, ports: [80] })
    const typed: Expect<Equal<typeof config, DeepReadonly<{ api: { url: string }; ports: number[] }>>> = true
    expect(typed).toBe(true)
    expect(() => {
      // @ts-expect-error The property is read-only.
      config.api.url = '/v2'
    }).toThrow(TypeError)
    expect(() => {
      // @ts-expect-error The array is read-only.
      config.ports.push(81)
    }).toThrow(TypeError)
  })
})
