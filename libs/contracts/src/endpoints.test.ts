import { describe, expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const names = (list: readonly Endpoint[]) => list.map(nameOf)

describe('declared endpoints', () => {
  test('are unique, and many', () => {
    expect(endpoints.length).toBeGreaterThan(200)
    expect(new Set(names(endpoints)).size).toBe(endpoints.length)
  })

  test('have a schema for their path parameters', () => {
    const unknown = endpoints.filter(({ path, params }) => path.includes(':') && params === undefined)
    expect(names(unknown)).toEqual([])
  })

  test('use limits counted by identity only if identity serves and counts them', () => {
    const uncounted = endpoints.filter(
      ({ limit, service, counts }) =>
        (limit === 'SIGNIN' || limit === 'REGISTER') && (service !== 'identity' || counts === undefined),
    )
    expect(names(uncounted)).toEqual([])
  })

  test('have an example if a read requires a query', () => {
    const without = endpoints.filter(
      ({ method, query, example }) =>
        method === 'GET' && query?.safeParse({}).success === false && example?.query === undefined,
    )
    expect(names(without)).toEqual([])
  })

  test('have examples that match their schemas', () => {
    const wrong = endpoints.filter(({ params, query, body, example }) =>
      (
        [
          [params, example?.params],
          [query, example?.query],
          [body, example?.body],
        ] as const
      ).some(([schema, value]) => value !== undefined && schema?.safeParse(value).success !== true),
    )
    expect(names(wrong)).toEqual([])
  })
})
