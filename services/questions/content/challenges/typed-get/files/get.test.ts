import { describe, expect, test } from 'vitest'
import { get, type Path, type ValueAt } from './get'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

interface User {
  name: string
  age?: number
  address?: { city: string; zip: string | null; geo: { lat: number; lon: number } | null }
  tags: string[]
  settings: { theme: { dark: boolean }; onSave: () => void }
}

const ada: User = {
  name: 'Ada',
  address: { city: 'London', zip: null, geo: { lat: 51.5, lon: 0 } },
  tags: ['math'],
  settings: { theme: { dark: false }, onSave: () => {} },
}
const bob: User = { name: '', tags: [], settings: { theme: { dark: true }, onSave: () => {} } }

test('reads properties', () => {
  expect(get(ada, 'name')).toBe('Ada')
  expect(get(ada, 'tags')).toBe(ada.tags)
  expect(get(ada, 'settings')).toBe(ada.settings)
})

test('reads nested properties', () => {
  expect(get(ada, 'address.city')).toBe('London')
  expect(get(ada, 'address.geo.lat')).toBe(51.5)
  expect(get(bob, 'settings.theme.dark')).toBe(true)
})

test('falsy values are values', () => {
  expect(get(bob, 'name')).toBe('')
  expect(get(ada, 'settings.theme.dark')).toBe(false)
  expect(get(ada, 'address.geo.lon')).toBe(0)
})

test('what is missing is undefined', () => {
  expect(get(bob, 'age')).toBe(undefined)
  expect(get(bob, 'address')).toBe(undefined)
  expect(get(bob, 'address.city')).toBe(undefined)
  expect(get(bob, 'address.geo.lat')).toBe(undefined)
})

test('null on the way is undefined, null at the end is null', () => {
  const lost: User = { ...bob, address: { city: 'Nowhere', zip: null, geo: null } }
  expect(get(lost, 'address.geo.lat')).toBe(undefined)
  expect(get(lost, 'address.geo')).toBe(null)
  expect(get(lost, 'address.zip')).toBe(null)
})

describe('types', () => {
  test('Path contains all paths', () => {
    type All =
      | 'name'
      | 'age'
      | 'address'
      | 'address.city'
      | 'address.zip'
      | 'address.geo'
      | 'address.geo.lat'
      | 'address.geo.lon'
      | 'tags'
      | 'settings'
      | 'settings.theme'
      | 'settings.theme.dark'
      | 'settings.onSave'
    sameType<Path<User>, All>(true)
    sameType<Path<{ readonly a: { readonly b?: readonly number[] } }>, 'a' | 'a.b'>(true)
    // @ts-expect-error There is no such property.
    expect(get(ada, 'address.street')).toBe(undefined)
    // @ts-expect-error Arrays have no paths.
    expect(get(ada, 'tags.length')).toBe(1)
  })

  test('ValueAt is the type at a path', () => {
    sameType<ValueAt<User, 'name'>, string>(true)
    sameType<ValueAt<User, 'age'>, number | undefined>(true)
    sameType<ValueAt<User, 'tags'>, string[]>(true)
    sameType<ValueAt<User, 'settings.theme.dark'>, boolean>(true)
    sameType<ValueAt<User, 'address.city'>, string | undefined>(true)
    sameType<ValueAt<User, 'address.zip'>, string | null | undefined>(true)
    sameType<ValueAt<{ a: { b: number } | null }, 'a.b'>, number | undefined>(true)
    sameType<ValueAt<{ a: { b: number | null } }, 'a.b'>, number | null>(true)
    expect(get({ a: { b: 1 } }, 'a.b')).toBe(1)
  })

  test('get returns that type', () => {
    const city = get(ada, 'address.city')
    sameType<typeof city, string | undefined>(true)
    const dark = get(ada, 'settings.theme.dark')
    sameType<typeof dark, boolean>(true)
    expect([city, dark]).toEqual(['London', false])
  })
})
