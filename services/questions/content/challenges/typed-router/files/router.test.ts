import { describe, expect, test } from 'vitest'
import { createRouter, type Params, toPath } from './router'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
type Flat<T> = { [K in keyof T]: T[K] }

const router = createRouter()
  .add('/', () => 'home')
  .add('/users', () => 'all users')
  .add('/users/me', () => 'my profile')
  .add('/users/:id', ({ id }) => `user ${id}`)
  .add('/users/:userId/posts/:postId', ({ userId, postId }) => `post ${postId} of ${userId}`)
  .add('/users/latest', () => 'never reached')

describe('match', () => {
  test.each([
    ['/', 'home'],
    ['/users', 'all users'],
    ['/users/7', 'user 7'],
    ['/users/7/posts/42', 'post 42 of 7'],
  ])('runs the handler of %s', (url, expected) => {
    expect(router.match(url)).toBe(expected)
  })

  test('takes the first route that fits', () => {
    expect(router.match('/users/me')).toBe('my profile')
    expect(router.match('/users/latest')).toBe('user latest')
  })

  test.each(['/posts', '/users/7/posts', '/users/7/posts/42/likes', '/users/7/likes/42'])(
    'returns undefined for %s',
    (url) => {
      expect(router.match(url)).toBeUndefined()
    },
  )

  test('a parameter is never empty', () => {
    expect(router.match('/users//posts/42')).toBeUndefined()
    expect(router.match('/users//')).toBeUndefined()
  })

  test('ignores a slash at the end, the query, and the hash', () => {
    expect(router.match('/users/')).toBe('all users')
    expect(router.match('/users/7/?tab=/posts/1')).toBe('user 7')
    expect(router.match('/users/7#top/x')).toBe('user 7')
    expect(router.match('/?page=2')).toBe('home')
    expect(router.match('/users/7?a=1#x?y')).toBe('user 7')
  })

  test('decodes parameters after splitting', () => {
    expect(router.match('/users/a%2Fb%20c')).toBe('user a/b c')
  })

  test('a parameter that cannot be decoded does not match', () => {
    expect(router.match('/users/%zz')).toBeUndefined()
  })

  test('returns what the handler returns', () => {
    const page = { title: 'Home' }
    expect(
      createRouter()
        .add('/', () => page)
        .match('/'),
    ).toBe(page)
  })

  test('runs only that handler, whatever it returns', () => {
    const routes = createRouter()
      .add('/a', () => undefined)
      .add('/b', () => '')
      .add('/:name', ({ name }) => name)
    expect([routes.match('/a'), routes.match('/b'), routes.match('/c')]).toEqual([undefined, '', 'c'])
  })

  test('dots in a path are just dots', () => {
    const files = createRouter().add('/robots.txt', () => 'robots')
    expect(files.match('/robotsxtxt')).toBeUndefined()
    expect(files.match('/robots.txt')).toBe('robots')
  })
})

describe('toPath', () => {
  test('fills in the parameters, encoded', () => {
    expect(toPath('/users/:id', { id: 'a/b c' })).toBe('/users/a%2Fb%20c')
    expect(toPath('/users/:userId/posts/:postId', { userId: '7', postId: '42' })).toBe('/users/7/posts/42')
  })

  test('keeps a path without parameters', () => {
    expect(toPath('/users')).toBe('/users')
  })

  test('one name may begin with another', () => {
    expect(toPath('/:id/:idea', { id: '1', idea: '2' })).toBe('/1/2')
  })
})

export type Cases = [
  Expect<Equal<Flat<Params<'/users/:id'>>, { id: string }>>,
  Expect<Equal<Flat<Params<'/users/:userId/posts/:postId'>>, { userId: string; postId: string }>>,
  Expect<Equal<keyof Params<'/users'>, never>>,
  Expect<Equal<keyof Params<'/'>, never>>,
]

export function errors() {
  // @ts-expect-error the parameter's name is id
  createRouter().add('/users/:id', ({ name }) => name)
  // @ts-expect-error the parameters are missing
  toPath('/users/:id')
  // @ts-expect-error the parameter's name is id
  toPath('/users/:id', { name: '7' })
  // @ts-expect-error there are no parameters
  toPath('/users', { id: '7' })
}
