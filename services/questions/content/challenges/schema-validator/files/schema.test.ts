import { describe, expect, test } from 'vitest'
import { array, boolean, type Infer, literal, number, object, optional, ParseError, type Schema, string, union } from './schema'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined
/** Makes one object type of an intersection. */
type Flat<T> = { [Key in keyof T]: T[Key] }

const user = object({
  name: string(),
  role: union(literal('admin'), literal('guest')),
  age: optional(number()),
})
const team = object({ users: array(user), open: boolean() })

/** The path of the error. */
function pathOf(schema: Schema<unknown>, data: unknown): unknown {
  try {
    schema.parse(data)
  } catch (error) {
    expect(error).toBeInstanceOf(ParseError)
    return (error as ParseError).path
  }
  return 'no error'
}

test('primitives', () => {
  expect([string().parse(''), number().parse(0), boolean().parse(false)]).toEqual(['', 0, false])
  for (const data of [1, null, undefined, ['a'], new String('a')]) expect(pathOf(string(), data)).toEqual([])
  for (const data of ['1', Number.NaN, null, 1n]) expect(pathOf(number(), data)).toEqual([])
  for (const data of ['true', 0, null, undefined]) expect(pathOf(boolean(), data)).toEqual([])
  expect(number().parse(Infinity)).toBe(Infinity)
})

test('literals', () => {
  expect([literal('a').parse('a'), literal(0).parse(0), literal(false).parse(false)]).toEqual(['a', 0, false])
  expect([pathOf(literal('a'), 'b'), pathOf(literal(0), '0'), pathOf(literal(false), 0)]).toEqual([[], [], []])
})

test('arrays', () => {
  const data = ['a', 'b']
  expect(array(string()).parse(data)).toEqual(['a', 'b'])
  expect(array(string()).parse([])).toEqual([])
  expect(pathOf(array(string()), ['a', 2, 3])).toEqual([1])
  expect(pathOf(array(string()), { length: 0 })).toEqual([])
  expect(pathOf(array(array(number())), [[1], [2, 'x']])).toEqual([1, 1])
})

test('objects have only the properties of the schema', () => {
  expect(user.parse({ name: 'Ada', role: 'admin', x: 1 })).toStrictEqual({ name: 'Ada', role: 'admin' })
  const data = { users: [{ name: 'Ada', role: 'guest', age: 36 }], open: true }
  const result = team.parse(data)
  expect(result).toStrictEqual(data)
  expect(result).not.toBe(data)
})

test('extra properties are removed at every depth', () => {
  const extra = { name: 'Ada', role: 'guest', x: 1 }
  const expected = { name: 'Ada', role: 'guest' }
  expect(array(user).parse([extra])).toStrictEqual([expected])
  expect(team.parse({ users: [extra], open: true, y: 2 })).toStrictEqual({ users: [expected], open: true })
  expect(union(number(), user).parse(extra)).toStrictEqual(expected)
  expect(object({ by: optional(user) }).parse({ by: extra })).toStrictEqual({ by: expected })
  expect(extra).toStrictEqual({ name: 'Ada', role: 'guest', x: 1 })
})

test('objects are neither arrays nor null', () => {
  const empty = object({})
  for (const data of [null, undefined, [], 'text', 5, () => {}]) expect(pathOf(empty, data)).toEqual([])
  expect(empty.parse({ a: 1 })).toStrictEqual({})
})

test('inherited properties are missing', () => {
  expect(pathOf(object({ toString: optional(string()) }), {})).toBe('no error')
  expect(pathOf(object({ name: string() }), Object.create({ name: 'Ada' }))).toEqual(['name'])
  const withoutPrototype = Object.assign(Object.create(null), { name: 'Ada', x: 1 })
  expect(object({ name: string() }).parse(withoutPrototype)).toEqual({ name: 'Ada' })
})

test('optional properties', () => {
  expect(user.parse({ name: 'Ada', role: 'guest', age: undefined })).toEqual({ name: 'Ada', role: 'guest' })
  expect(Object.keys(user.parse({ name: 'Ada', role: 'guest' }))).toEqual(['name', 'role'])
  expect(pathOf(user, { name: 'Ada', role: 'guest', age: null })).toEqual(['age'])
  expect(optional(string()).parse(undefined)).toBe(undefined)
})

test('unions', () => {
  const schema = union(string(), object({ id: number() }))
  expect([schema.parse('a'), schema.parse({ id: 1 })]).toEqual(['a', { id: 1 }])
  expect(pathOf(schema, { id: 'x' })).toEqual([])
  expect(pathOf(object({ a: schema }), { a: { id: 'x' } })).toEqual(['a'])
})

test('the path leads to the first wrong value', () => {
  expect(pathOf(team, { users: [{ name: 'Ada', role: 'guest' }, { name: 5, role: 'x' }], open: 1 })).toEqual(['users', 1, 'name'])
  expect(pathOf(team, { users: [], open: 'yes' })).toEqual(['open'])
  expect(pathOf(team, { open: true })).toEqual(['users'])
  expect(pathOf(team, { open: 1, users: 'Ada' })).toEqual(['users'])
  expect(ParseError.prototype).toBeInstanceOf(Error)
})

describe('types', () => {
  test('are inferred', () => {
    sameType<Flat<Infer<typeof user>>, { name: string; role: 'admin' | 'guest'; age?: number | undefined }>(true)
    const teamSchema = array(object({ tag: literal(5), names: array(string()) }))
    sameType<Flat<Infer<typeof teamSchema>[number]>, { tag: 5; names: string[] }>(true)
    const mixed = union(string(), array(number()), literal(true))
    sameType<Infer<typeof mixed>, string | number[] | true>(true)
    const name = user.parse({ name: 'Ada', role: 'guest' }).name
    sameType<typeof name, string>(true)
    // @ts-expect-error There is no such role.
    const role: Infer<typeof user>['role'] = 'boss'
    // @ts-expect-error This isn't a schema.
    expect(() => array('string')).toBeTypeOf('function')
    expect(role).toBe('boss')
    expect(() => user.parse({ name: 5, role: 'guest' })).toThrow(ParseError)
  })
})
