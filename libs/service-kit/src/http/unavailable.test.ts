import { describe, expect, test } from 'vitest'
import { causes, isUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

describe('a server that is down', () => {
  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    '08006', // connection failure
    '53300', // too many connections
    '57P01', // admin shutdown
    '57P03', // starting up
    '25006', // no longer the leader
  ])('is recognized by the code %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true)
  })

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])("is known by pg's words: %s", (message) => {
    expect(isUnavailable(new Error(message))).toBe(true)
  })

  test('is found behind other errors', () => {
    expect(
      isUnavailable(new Error('b', { cause: new Error('a', { cause: withCode('ECONNREFUSED') }) })),
    ).toBe(true)
    expect(isUnavailable(new AggregateError([new Error('a'), withCode('ECONNREFUSED')]))).toBe(true)
  })
})

describe('any other error is caused by the request or by us', () => {
  test.each(['23505', '22P02', '40P01', '42P01', '57014', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])('%s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false)
  })

  test.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new Error('no')])('%s', (value) => {
    expect(isUnavailable(value)).toBe(false)
  })
})

test('a cycle of causes ends', () => {
  const [a, b] = [new Error('a'), new Error('b')]
  a.cause = b
  b.cause = a
  expect([...causes(a)]).toEqual([a, b])
  expect(isUnavailable(a)).toBe(false)
})
