import { describe, expect, test } from 'vitest'
import { stringify } from './stringify'

test('calls no method of JSON', () => {
  const names = ['JSON.stringify', 'JSON.parse']
  const before = names.map(countCalls)
  const text = stringify({ 'a"': ['x\n\u0001', 1.5, -0, true, null, undefined, new Date(0)] })
  expect(names.map(countCalls)).toEqual(before)
  expect(text).toBe('{"a\\"":["x\\n\\u0001",1.5,0,true,null,null,"1970-01-01T00:00:00.000Z"]}')
})

describe('strings', () => {
  test.each([
    ['', '""'],
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['a\\b', '"a\\\\b"'],
    ['\b\t\n\f\r', '"\\b\\t\\n\\f\\r"'],
    ['\u0000\u001f\u000b', '"\\u0000\\u001f\\u000b"'],
    ["it's 5/7 \u007f é 😀", '"it\'s 5/7 \u007f é 😀"'],
  ])('%j', (text, expected) => {
    expect(stringify(text)).toBe(expected)
  })
})

describe('other primitives', () => {
  test.each([
    [1.5, '1.5'],
    [-0, '0'],
    [1e21, '1e+21'],
    [Number.NaN, 'null'],
    [Infinity, 'null'],
    [-Infinity, 'null'],
    [true, 'true'],
    [false, 'false'],
    [null, 'null'],
  ])('%s', (value, expected) => {
    expect(stringify(value)).toBe(expected)
  })

  test('what JSON lacks is undefined', () => {
    expect([stringify(undefined), stringify(() => 1), stringify(Symbol('s'))]).toEqual([undefined, undefined, undefined])
  })

  test('bigint throws', () => {
    expect(() => stringify({ a: 1n })).toThrow(TypeError)
  })
})

describe('arrays', () => {
  test('are written in order', () => {
    expect(stringify([])).toBe('[]')
    expect(stringify([1, 'a', [true, []]])).toBe('[1,"a",[true,[]]]')
  })

  test('have null for what JSON lacks', () => {
    expect(stringify([undefined, () => 1, Symbol('s'), , 1])).toBe('[null,null,null,null,1]')
  })
})

describe('objects', () => {
  test('have their properties in order', () => {
    expect(stringify({})).toBe('{}')
    expect(stringify({ b: 1, a: { c: [2] }, 1: 'x' })).toBe('{"1":"x","b":1,"a":{"c":[2]}}')
  })

  test('escape their keys', () => {
    expect(stringify({ 'a"b': 1, '': 2 })).toBe('{"a\\"b":1,"":2}')
  })

  test('leave out what JSON lacks', () => {
    expect(stringify({ a: undefined, b: () => 1, c: Symbol('s'), d: null })).toBe('{"d":null}')
    expect(stringify({ [Symbol('key')]: 1, x: 1 })).toBe('{"x":1}')
  })

  test('have only their own enumerable properties', () => {
    const value = Object.create({ inherited: 1 }, { hidden: { value: 2 }, own: { value: 3, enumerable: true } })
    expect(stringify(value)).toBe('{"own":3}')
    expect(stringify(new Map([[1, 2]]))).toBe('{}')
  })
})

describe('toJSON', () => {
  test('replaces the value', () => {
    expect(stringify({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
    expect(stringify({ toJSON: () => [1, { a: 2 }] })).toBe('[1,{"a":2}]')
    expect(stringify({ a: { toJSON: () => undefined }, b: 1 })).toBe('{"b":1}')
    expect(stringify(Object.assign(Object.create(null), { toJSON: () => 1 }))).toBe('1')
    expect(stringify([Object.assign(() => 1, { toJSON: () => 'f' })])).toBe('["f"]')
  })

  test('is not called on its own result', () => {
    const value = {
      x: 1,
      toJSON() {
        return this
      },
    }
    expect(stringify({ value })).toBe('{"value":{"x":1}}')
    expect(stringify({ toJSON: () => new Date(0) })).toBe('{}')
  })

  test('is called on the value, with the key', () => {
    const keys: unknown[] = []
    const value = {
      name: 'x',
      toJSON(key: unknown) {
        keys.push(key)
        return this.name
      },
    }
    expect(stringify({ a: value, list: [1, value] })).toBe('{"a":"x","list":[1,"x"]}')
    expect(stringify(value)).toBe('"x"')
    expect(keys).toEqual(['a', '1', ''])
  })

  test('counts only if it is a function', () => {
    expect(stringify({ toJSON: 5 })).toBe('{"toJSON":5}')
  })
})

describe('cycles', () => {
  test('throw', () => {
    const object: Record<string, unknown> = { a: { b: [] } }
    object.self = object
    expect(() => stringify(object)).toThrow(TypeError)
    const list: unknown[] = []
    list.push({ list })
    expect(() => stringify(list)).toThrow(TypeError)
  })

  test('are not the same object twice', () => {
    const shared = { x: [1] }
    expect(stringify({ a: shared, b: [shared, shared] })).toBe('{"a":{"x":[1]},"b":[{"x":[1]},{"x":[1]}]}')
  })
})
