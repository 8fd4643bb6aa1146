import { expect, test } from 'vitest'
import { deepMerge } from './deep-merge'

test('merges nested objects', () => {
  const merged = deepMerge({ a: { b: { c: 1, d: 2 }, e: 3 }, f: 4 }, { a: { b: { c: 9, g: 5 }, e: 8 }, h: 6 })
  expect(merged).toEqual({ a: { b: { c: 9, d: 2, g: 5 }, e: 8 }, f: 4, h: 6 })
})

test('replaces arrays', () => {
  expect(deepMerge({ tags: ['a', 'b', 'c'] }, { tags: ['x'] })).toEqual({ tags: ['x'] })
})

test('replaces dates, functions, and instances of classes', () => {
  class Size {
    constructor(public value: number) {}
  }
  const [at, fn, size] = [new Date(0), () => 1, new Size(2)]
  const merged = deepMerge({ at: new Date(9), fn: () => 2, size: new Size(1) }, { at, fn, size })
  expect([merged.at === at, merged.fn === fn, merged.size === size]).toEqual([true, true, true])
})

test('an object replaces another value, and the other way around', () => {
  expect(deepMerge({ a: 1, b: { c: 2 }, d: [1], e: null }, { a: { x: 1 }, b: 5, d: { y: 2 }, e: { z: 3 } })).toEqual({
    a: { x: 1 },
    b: 5,
    d: { y: 2 },
    e: { z: 3 },
  })
})

test('undefined is absent, and null is a value', () => {
  expect(deepMerge({ a: 1, b: 2, c: { d: 3 } }, { a: undefined, b: null, c: { d: undefined } })).toEqual({
    a: 1,
    b: null,
    c: { d: 3 },
  })
  expect(Object.keys(deepMerge({}, { a: undefined }))).toEqual([])
})

test('undefined in the base stays', () => {
  expect(Object.entries(deepMerge({ a: undefined }, { b: 1 }))).toEqual([
    ['a', undefined],
    ['b', 1],
  ])
})

test('keeps falsy values', () => {
  expect(deepMerge({ a: 1, b: 'x', c: true }, { a: 0, b: '', c: false })).toEqual({ a: 0, b: '', c: false })
})

test('changes neither argument', () => {
  const base = { a: { b: 1 } }
  const patch = { a: { c: 2 } }
  deepMerge(base, patch)
  expect([base, patch]).toEqual([{ a: { b: 1 } }, { a: { c: 2 } }])
})

test('shares no plain object with the arguments', () => {
  const base = { a: { b: { c: 1 } } }
  const patch = { d: { e: { f: 2 } } }
  const merged = deepMerge(base, patch)
  merged.a.b.c = 9
  merged.d.e.f = 9
  expect([base, patch]).toEqual([{ a: { b: { c: 1 } } }, { d: { e: { f: 2 } } }])
  expect(merged.a).not.toBe(base.a)
  expect(merged.d).not.toBe(patch.d)
})

test('merges objects without a prototype', () => {
  const base = { a: Object.assign(Object.create(null), { b: 1 }) }
  const merged = deepMerge(base, { a: Object.assign(Object.create(null), { c: 2 }) })
  expect({ ...merged.a }).toEqual({ b: 1, c: 2 })
})

test('ignores inherited properties', () => {
  const patch: object = Object.assign(Object.create({ inherited: 1 }), { own: 2 })
  expect(Object.keys(deepMerge({}, patch))).toEqual(['own'])
  expect(Object.keys(deepMerge(patch, {}))).toEqual(['own'])
})

test('names that objects inherit are keys like any other', () => {
  const merged = deepMerge({ toString: 'a', valueOf: { b: 1 } }, { constructor: { c: 2 }, valueOf: { d: 3 } })
  expect(Object.entries(merged)).toEqual([
    ['toString', 'a'],
    ['valueOf', { b: 1, d: 3 }],
    ['constructor', { c: 2 }],
  ])
})

test('ignores symbols as keys', () => {
  const [one, other] = [Symbol('one'), Symbol('other')]
  expect(Reflect.ownKeys(deepMerge({ [one]: 1, a: 1 }, { [other]: 2, b: 2 }))).toEqual(['a', 'b'])
})

test('a key __proto__ changes no prototype', () => {
  const attack = JSON.parse('{"__proto__": {"admin": true}, "a": {"__proto__": {"admin": true}}}')
  const merged: { a: { admin?: boolean }; admin?: boolean } = deepMerge({ a: { b: 1 } }, attack)
  expect([merged.admin, merged.a.admin, ({} as { admin?: boolean }).admin]).toEqual([undefined, undefined, undefined])
  expect([Object.keys(merged), Object.keys(merged.a)]).toEqual([['a'], ['b']])
  const copied: { admin?: boolean; a: { admin?: boolean } } = deepMerge(attack, {})
  expect([copied.admin, copied.a.admin]).toEqual([undefined, undefined])
})
