import { describe, expect, test, vi } from 'vitest'
import { all, andThen, err, map, ok, type Result, unwrapOr } from './result'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
type ValueOf<R> = R extends { readonly ok: true; readonly value: infer T } ? T : never
type ErrorOf<R> = R extends { readonly ok: false; readonly error: infer E } ? E : never

const parsePort = (text: string): Result<number, 'invalid-port'> =>
  /^\d+$/.test(text) ? ok(Number(text)) : err('invalid-port')
const readSetting = (settings: Record<string, string>, name: string): Result<string, 'missing'> => {
  const value = settings[name]
  return value === undefined ? err('missing') : ok(value)
}

test('ok and err create results', () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 })
  expect(err('missing')).toEqual({ ok: false, error: 'missing' })
})

describe('map', () => {
  test('applies the function to the value', () => {
    expect(map(ok(3), (n) => n * 2)).toEqual({ ok: true, value: 6 })
  })

  test('wraps a result that the function returns', () => {
    expect(map(ok(3), (n) => ok(n))).toEqual({ ok: true, value: { ok: true, value: 3 } })
  })

  test('passes an error through without calling the function', () => {
    const fn = vi.fn()
    const failed = parsePort('x')
    expect(map(failed, fn)).toBe(failed)
    expect(fn).not.toHaveBeenCalled()
  })
})

describe('andThen', () => {
  const readPort = (settings: Record<string, string>) => andThen(readSetting(settings, 'port'), parsePort)

  test('chains two steps', () => {
    expect(readPort({ port: '80' })).toEqual({ ok: true, value: 80 })
  })

  test('returns the error of the second step', () => {
    expect(readPort({ port: 'x' })).toEqual({ ok: false, error: 'invalid-port' })
  })

  test('passes the first error through without calling the function', () => {
    const fn = vi.fn(() => ok(1))
    const failed = readSetting({}, 'port')
    expect(andThen(failed, fn)).toBe(failed)
    expect(fn).not.toHaveBeenCalled()
  })
})

describe('unwrapOr', () => {
  test('returns the value, also a falsy one', () => {
    expect(unwrapOr(parsePort('80'), 8080)).toBe(80)
    expect(unwrapOr(parsePort('0'), 8080)).toBe(0)
  })

  test('returns the fallback for an error', () => {
    expect(unwrapOr(parsePort('x'), 8080)).toBe(8080)
  })
})

describe('all', () => {
  test('collects the values in order', () => {
    expect(all([ok(1), ok(2), ok(3)])).toEqual({ ok: true, value: [1, 2, 3] })
    expect(all([])).toEqual({ ok: true, value: [] })
  })

  test('returns the first error', () => {
    const results: Result<number, string>[] = [ok(1), err('first'), ok(2), err('second')]
    expect(all(results)).toEqual({ ok: false, error: 'first' })
  })
})

const failing: Result<number> = err(new RangeError('too large'))
const port = andThen(readSetting({}, 'port'), parsePort)
const text = map(parsePort('1'), String)
const list = all([parsePort('1'), parsePort('2')])
export type Cases = [
  Expect<Equal<Extract<Result<number, 'e'>, { ok: true }>, { readonly ok: true; readonly value: number }>>,
  Expect<Equal<Extract<Result<number, 'e'>, { ok: false }>, { readonly ok: false; readonly error: 'e' }>>,
  Expect<Equal<Extract<typeof failing, { ok: false }>['error'], Error>>,
  Expect<Equal<ValueOf<typeof port>, number>>,
  Expect<Equal<ErrorOf<typeof port>, 'missing' | 'invalid-port'>>,
  Expect<Equal<ValueOf<typeof text>, string>>,
  Expect<Equal<ErrorOf<typeof text>, 'invalid-port'>>,
  Expect<Equal<ValueOf<typeof list>, number[]>>,
  Expect<Equal<ErrorOf<typeof list>, 'invalid-port'>>,
]

export function errors() {
  const result = parsePort('80')
  // @ts-expect-error the value is there only if ok is true
  result.value
  // @ts-expect-error the fallback has the type of the value
  unwrapOr(result, 'none') satisfies number
}
