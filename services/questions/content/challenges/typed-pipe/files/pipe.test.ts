import { describe, expect, test, vi } from 'vitest'
import { pipe } from './pipe'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

const double = (n: number) => n * 2
const text = (n: number) => `#${n}`

test('a single function', () => {
  expect(pipe(double)(4)).toBe(8)
})

test('passes each result to the next function', () => {
  expect(pipe(double, text)(4)).toBe('#8')
  expect(pipe(double, double, text, (value) => value.length)(40)).toBe(4)
  expect(pipe(double, text, (value) => [value], (list) => ({ list }), ({ list }) => list.length)(1)).toBe(1)
})

test('the first function can have any number of parameters', () => {
  expect(pipe((a: number, b: number, c?: number) => a + b + (c ?? 1), text)(1, 2)).toBe('#4')
  expect(pipe(() => 3, double)()).toBe(6)
})

test('runs when it is called, once for each call', () => {
  const first = vi.fn(double)
  const second = vi.fn(text)
  const run = pipe(first, second)
  expect(first).not.toHaveBeenCalled()
  expect([run(1), run(2)]).toEqual(['#2', '#4'])
  expect(first.mock.calls).toEqual([[1], [2]])
  expect(second.mock.calls).toEqual([[2], [4]])
})

test('undefined is a result like any other', () => {
  const last = vi.fn((value: undefined) => value === undefined)
  expect(pipe(() => undefined, last)()).toBe(true)
})

test('an exception passes through, and the rest does not run', () => {
  const last = vi.fn(text)
  const run = pipe((_: number): number => {
    throw new Error('broken')
  }, last)
  expect(() => run(1)).toThrow('broken')
  expect(last).not.toHaveBeenCalled()
})

test('promises are passed on', async () => {
  const run = pipe(
    async (n: number) => n,
    (promise) => promise.then(double),
  )
  expect(run(2)).toBeInstanceOf(Promise)
  expect(await run(2)).toBe(4)
})

describe('types', () => {
  test('are inferred from step to step', () => {
    const run = pipe(
      (name: string, separator?: string) => name.split(separator ?? ' '),
      (words) => words.map((word) => word.length),
      (lengths) => ({ longest: Math.max(...lengths) }),
    )
    sameType<Parameters<typeof run>, [name: string, separator?: string]>(true)
    sameType<ReturnType<typeof run>, { longest: number }>(true)
    expect(run('to be or')).toEqual({ longest: 2 })
    pipe(text, (value) => sameType<typeof value, string>(true))
    const five = pipe(double, double, double, double, text)
    sameType<Parameters<typeof five>, [n: number]>(true)
    sameType<ReturnType<typeof five>, string>(true)
    expect(five(1)).toBe('#16')
  })

  test('reject steps that do not fit', () => {
    // @ts-expect-error The second function takes a string.
    pipe(double, (value: string) => value.length)
    // @ts-expect-error The third function takes a number.
    pipe(double, text, double)
    // @ts-expect-error The argument is a number.
    expect(pipe(double)('1')).toBe(2)
    // @ts-expect-error The second function needs two arguments.
    pipe(double, (a: number, b: number) => a + b)
    // @ts-expect-error There is no function.
    const empty = () => pipe()
    expect(empty).toBeTypeOf('function')
  })
})
