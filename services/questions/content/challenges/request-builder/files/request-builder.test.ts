import { describe, expect, test } from 'vitest'
import { type HttpRequest, request } from './request-builder'

const orders = () => request().url('/api/orders').method('GET')

test('builds a request from the required steps', () => {
  expect(request().url('/a').method('POST').build()).toEqual({ method: 'POST', url: '/a', headers: {} })
})

test('takes the steps in any order', () => {
  expect(request().query('q', 'x').method('DELETE').header('A', '1').url('/a').build()).toEqual({
    method: 'DELETE',
    url: '/a?q=x',
    headers: { a: '1' },
  })
})

test('a step keeps what was set before', () => {
  const api = request().query('page', 2).header('Accept', 'application/json')
  const expected = { method: 'GET', url: '/api/orders?page=2', headers: { accept: 'application/json' } }
  expect(api.url('/api/orders').method('GET').build()).toEqual(expected)
  expect(api.method('GET').url('/api/orders').build()).toEqual(expected)
})

test('the last url and method win', () => {
  expect(orders().url('/b').method('PUT').build()).toEqual({ method: 'PUT', url: '/b', headers: {} })
})

describe('headers', () => {
  test('are collected in lowercase', () => {
    const { headers } = orders().header('Accept', 'text/html').header('X-Trace', 'Ab1').build()
    expect(headers).toEqual({ accept: 'text/html', 'x-trace': 'Ab1' })
  })

  test('replace earlier ones of the same name in any case', () => {
    const { headers } = orders().header('accept', 'text/html').header('ACCEPT', 'text/plain').build()
    expect(headers).toEqual({ accept: 'text/plain' })
  })
})

describe('query parameters', () => {
  test('add up, also under the same name', () => {
    const built = orders().query('tag', 'a').query('page', 2).query('tag', 'b').build()
    expect(built.url).toBe('/api/orders?tag=a&page=2&tag=b')
  })

  test('may be 0 or empty', () => {
    expect(orders().query('page', 0).query('q', '').build().url).toBe('/api/orders?page=0&q=')
  })

  test('are encoded', () => {
    expect(orders().query('q', 'a&b=c d').build().url).toBe('/api/orders?q=a%26b%3Dc+d')
  })

  test('extend a query in the URL', () => {
    expect(orders().url('/a?x=1').query('y', 2).build().url).toBe('/a?x=1&y=2')
  })

  test('leave a URL without parameters alone', () => {
    expect(orders().url('/a?x=1').build().url).toBe('/a?x=1')
  })
})

test('each step leaves the earlier builder as it is', () => {
  const base = orders().header('accept', 'text/html').query('page', 1)
  base.header('accept', 'text/plain').query('page', 2).url('/other').method('PUT')
  expect(base.build()).toEqual({
    method: 'GET',
    url: '/api/orders?page=1',
    headers: { accept: 'text/html' },
  })
})

test('a built request is independent of the builder', () => {
  const builder = orders().header('a', '1')
  builder.build().headers.a = 'changed'
  expect(builder.build().headers).toEqual({ a: '1' })
})

export function types() {
  const built: HttpRequest = orders().build()
  // @ts-expect-error both steps are missing
  request().build()
  // @ts-expect-error the method is missing
  request().url('/a').build()
  // @ts-expect-error the URL is missing
  request().method('GET').header('a', '1').query('b', 2).build()
  // @ts-expect-error there is no such method
  request().method('FETCH')
  // @ts-expect-error a value is a string or a number
  orders().query('a', true)
  return built
}
