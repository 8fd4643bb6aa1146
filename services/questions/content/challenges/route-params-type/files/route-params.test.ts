import { describe, expect, test } from 'vitest'
import { fillPath, type RouteParams } from './route-params'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
/** The same properties, however the type is written. */
type Flat<T> = { [Key in keyof T]: T[Key] }
type Is<Path extends string, Params> = Equal<Flat<RouteParams<Path>>, Params>

export type Cases = [
  Expect<Is<'/users/:id', { id: string }>>,
  Expect<Is<'/:lang', { lang: string }>>,
  Expect<Is<'/:lang/about', { lang: string }>>,
  Expect<Is<'/users/:userId/posts/:postId', { userId: string; postId: string }>>,
  Expect<Is<'/:a/:b/:c/:d', { a: string; b: string; c: string; d: string }>>,
  Expect<Is<'/users/:user-id/edit', { 'user-id': string }>>,

  Expect<Is<'/users/:id?', { id?: string }>>,
  Expect<Is<'/:lang?/about', { lang?: string }>>,
  Expect<Is<'/users/:id/:tab?', { id: string; tab?: string }>>,
  Expect<Is<'/:lang?/users/:id/posts/:postId?', { id: string; lang?: string; postId?: string }>>,

  Expect<Is<'/users', {}>>,
  Expect<Is<'/', {}>>,
  Expect<Is<'/users/all/edit', {}>>,
  Expect<Is<'/times/12:30/edit', {}>>,
  Expect<Is<'/rooms/a:b/:id', { id: string }>>,
]

export function errors() {
  // @ts-expect-error The parameter is required.
  fillPath('/users/:id')
  // @ts-expect-error The parameter is required.
  fillPath('/users/:id', {})
  // @ts-expect-error The parameter is required.
  fillPath('/users/:id/:tab?', { tab: 'posts' })
  // @ts-expect-error The second parameter is required.
  fillPath('/users/:id/posts/:postId', { id: '7' })
  // @ts-expect-error There is no such parameter.
  fillPath('/users/:id', { id: '7', name: 'Ada' })
  // @ts-expect-error There is no such parameter.
  fillPath('/users/:id?', { name: 'Ada' })
  // @ts-expect-error The value isn't a string.
  fillPath('/users/:id', { id: 7 })
  // @ts-expect-error There are no parameters.
  fillPath('/users', { id: '7' })
  // @ts-expect-error There are no parameters.
  fillPath('/users', {})
}

describe('required parameters', () => {
  test('are filled in', () => {
    expect(fillPath('/users/:id', { id: '7' })).toBe('/users/7')
    expect(fillPath('/users/:userId/posts/:postId', { userId: '7', postId: '42' })).toBe('/users/7/posts/42')
    expect(fillPath('/:lang/about', { lang: 'en' })).toBe('/en/about')
  })

  test('the order of the values does not matter', () => {
    expect(fillPath('/:year/:month', { month: '12', year: '2030' })).toBe('/2030/12')
  })

  test('one name may begin with another', () => {
    expect(fillPath('/:id/:idea/:i', { id: '1', idea: '2', i: '3' })).toBe('/1/2/3')
    expect(fillPath('/:idea/:id/:i?', { i: '3', id: '1', idea: '2' })).toBe('/2/1/3')
  })

  test('values are encoded', () => {
    expect(fillPath('/files/:name', { name: 'a/b c?#ü' })).toBe('/files/a%2Fb%20c%3F%23%C3%BC')
    expect(fillPath('/files/:name/:tab?', { name: '$&', tab: '$1' })).toBe('/files/%24%26/%241')
  })

  test('a value can look like a parameter', () => {
    expect(fillPath('/:a/:b', { a: ':b', b: '2' })).toBe('/%3Ab/2')
  })
})

describe('optional parameters', () => {
  test('are filled in if there is a value', () => {
    expect(fillPath('/users/:id/:tab?', { id: '7', tab: 'posts' })).toBe('/users/7/posts')
    expect(fillPath('/:lang?/about', { lang: 'en' })).toBe('/en/about')
  })

  test('are left out without a value', () => {
    expect(fillPath('/users/:id/:tab?', { id: '7' })).toBe('/users/7')
    expect(fillPath('/users/:id/:tab?', { id: '7', tab: undefined })).toBe('/users/7')
    expect(fillPath('/:lang?/users/:id?/edit', {})).toBe('/users/edit')
  })

  test('params can be omitted', () => {
    expect(fillPath('/users/:id?')).toBe('/users')
    expect(fillPath('/:lang?/about')).toBe('/about')
  })

  test('nothing left is the root', () => {
    expect(fillPath('/:lang?')).toBe('/')
    expect(fillPath('/:lang?/:tab?', {})).toBe('/')
  })
})

describe('other segments', () => {
  test('a path without parameters stays', () => {
    expect(fillPath('/')).toBe('/')
    expect(fillPath('/users/all')).toBe('/users/all')
  })

  test('a colon inside a segment has no meaning', () => {
    expect(fillPath('/times/12:30/:id', { id: '7' })).toBe('/times/12:30/7')
    expect(fillPath('/times/12:30')).toBe('/times/12:30')
    expect(fillPath('/rooms/a:id/:id/:tab?', { id: '7', tab: '2' })).toBe('/rooms/a:id/7/2')
  })
})
