import { expect, test } from 'vitest'
import { deepClone } from './deep-clone'

test('returns primitive values and functions', () => {
  const fn = () => 1
  const symbol = Symbol('key')
  for (const value of [1, 'a', null, undefined, true, 10n, symbol, fn]) expect(deepClone(value)).toBe(value)
})

test('copies nested objects and arrays', () => {
  const original = { name: 'Ada', tags: ['math', ['logic']], address: { city: 'London' }, missing: undefined }
  const copy = deepClone(original)
  expect(copy).toStrictEqual(original)
  expect(copy).not.toBe(original)
  expect(copy.tags).not.toBe(original.tags)
  expect(copy.tags[1]).not.toBe(original.tags[1])
  expect(copy.address).not.toBe(original.address)
  expect(Array.isArray(copy.tags)).toBe(true)
})

test('a change of the copy leaves the original alone', () => {
  const original = { list: [{ n: 1 }] }
  const copy = deepClone(original)
  for (const item of copy.list) item.n = 2
  expect(original).toEqual({ list: [{ n: 1 }] })
})

test('copies properties with symbols as keys', () => {
  const key = Symbol('key')
  const original = { [key]: { n: 1 } }
  const copy = deepClone(original)
  expect(copy[key]).toEqual({ n: 1 })
  expect(copy[key]).not.toBe(original[key])
})

test('keeps the prototype and skips inherited properties', () => {
  class Point {
    constructor(
      public x: number,
      public y: number,
    ) {}
    get sum() {
      return this.x + this.y
    }
  }
  const copy = deepClone(new Point(1, 2))
  expect(copy).toBeInstanceOf(Point)
  expect(copy.sum).toBe(3)
  const child: { own: number } = Object.assign(Object.create({ inherited: 1 }), { own: 2 })
  expect(Object.keys(deepClone(child))).toEqual(['own'])
  expect(Object.getPrototypeOf(deepClone(Object.create(null)))).toBeNull()
})

test('an own property __proto__ is a property like any other', () => {
  const original = JSON.parse('{"__proto__": {"isAdmin": true}}')
  const copy = deepClone(original)
  expect(copy.isAdmin).toBe(undefined)
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  expect(Object.getOwnPropertyDescriptor(copy, '__proto__')?.value).toEqual({ isAdmin: true })
})

test('calls neither structuredClone nor JSON', () => {
  const names = ['structuredClone', 'JSON.parse', 'JSON.stringify']
  const before = names.map(countCalls)
  const original = { a: [1], at: new Date(0), map: new Map([['key', { n: 1 }]]), set: new Set([{ n: 1 }]) }
  const copy = deepClone(original)
  expect(names.map(countCalls)).toEqual(before)
  expect(copy).toEqual(original)
})

test('copies dates', () => {
  const original = { at: new Date(86_400_000) }
  const copy = deepClone(original)
  expect(copy.at).toBeInstanceOf(Date)
  expect(copy.at).not.toBe(original.at)
  expect(copy.at.getTime()).toBe(86_400_000)
})

test('copies maps with their keys and values', () => {
  const key = { id: 1 }
  const value = { n: 1 }
  const copy = deepClone(new Map([[key, value]]))
  const [[copiedKey, copiedValue] = []] = copy
  expect(copy).toBeInstanceOf(Map)
  expect([copiedKey, copiedValue, copy.size]).toEqual([{ id: 1 }, { n: 1 }, 1])
  expect(copiedKey).not.toBe(key)
  expect(copiedValue).not.toBe(value)
})

test('copies sets with their members', () => {
  const member = { n: 1 }
  const copy = deepClone(new Set([member, 2]))
  expect(copy).toBeInstanceOf(Set)
  expect([...copy]).toEqual([{ n: 1 }, 2])
  expect(copy.has(member)).toBe(false)
})

test('keeps shared references shared', () => {
  const shared = { n: 1 }
  const copy = deepClone({ a: shared, b: [shared], c: new Map([['x', shared]]) })
  expect(copy.a).toBe(copy.b[0])
  expect(copy.a).toBe(copy.c.get('x'))
  expect(copy.a).not.toBe(shared)
  const date = new Date(0)
  const [one, two] = deepClone([date, date])
  expect(one).toBe(two)
})

test('each call makes a new copy', () => {
  const original = { list: [1] }
  const first = deepClone(original)
  original.list.push(2)
  const second = deepClone(original)
  expect(second).not.toBe(first)
  expect([first.list, second.list]).toEqual([[1], [1, 2]])
})

test('copies cycles through objects, arrays, maps, and sets', () => {
  const object: Record<string, unknown> = {}
  object.self = object
  const list: unknown[] = []
  list.push(list)
  const map = new Map<string, unknown>()
  map.set('self', map)
  const set = new Set<unknown>()
  set.add(set)
  const copy = deepClone({ object, list, map, set })
  expect(copy.object.self).toBe(copy.object)
  expect(copy.list[0]).toBe(copy.list)
  expect(copy.map.get('self')).toBe(copy.map)
  expect(copy.set.has(copy.set)).toBe(true)
  expect(copy.object).not.toBe(object)
})
