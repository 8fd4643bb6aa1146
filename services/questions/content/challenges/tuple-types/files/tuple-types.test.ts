import { describe, expect, test } from 'vitest'
import { type Last, type Length, type ToUnion, type Zip, zip } from './tuple-types'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

type Point = [x: number, y: number, label: string]

export type Cases = [
  Expect<Equal<Length<['a', 'b', 'c']>, 3>>,
  Expect<Equal<Length<[]>, 0>>,
  Expect<Equal<Length<readonly [1, [2, 3]]>, 2>>,
  Expect<Equal<Length<Point>, 3>>,
  Expect<Equal<Length<string[]>, number>>,
  Expect<Equal<Length<readonly string[]>, number>>,

  Expect<Equal<ToUnion<['a', 'b', 'c']>, 'a' | 'b' | 'c'>>,
  Expect<Equal<ToUnion<['a', 'a']>, 'a'>>,
  Expect<Equal<ToUnion<Point>, number | string>>,
  Expect<Equal<ToUnion<readonly [1, 'a', () => void]>, 1 | 'a' | (() => void)>>,
  Expect<Equal<ToUnion<[]>, never>>,
  Expect<Equal<ToUnion<Date[]>, Date>>,
  Expect<Equal<ToUnion<[1, undefined, [2]]>, 1 | undefined | [2]>>,

  Expect<Equal<Last<['a', 'b', 'c']>, 'c'>>,
  Expect<Equal<Last<[1]>, 1>>,
  Expect<Equal<Last<[]>, never>>,
  Expect<Equal<Last<Point>, string>>,
  Expect<Equal<Last<readonly [1, 2, undefined]>, undefined>>,
  Expect<Equal<Last<readonly []>, never>>,
  Expect<Equal<Last<[1, [2, 3]]>, [2, 3]>>,

  Expect<Equal<Zip<['x', 'y'], [1, 2]>, [['x', 1], ['y', 2]]>>,
  Expect<Equal<Zip<['x', 'y', 'z'], [1, 2]>, [['x', 1], ['y', 2]]>>,
  Expect<Equal<Zip<['x'], [1, 2, 3]>, [['x', 1]]>>,
  Expect<Equal<Zip<[], [1, 2]>, []>>,
  Expect<Equal<Zip<[1, 2], []>, []>>,
  Expect<Equal<Zip<[], []>, []>>,
  Expect<Equal<Zip<readonly ['x', 'y'], readonly [1, 2]>, [['x', 1], ['y', 2]]>>,
  Expect<Equal<Zip<['x', 'y'], readonly [1, 2]>, [['x', 1], ['y', 2]]>>,
  Expect<Equal<Zip<[[1], 2 | 3], [() => void, undefined]>, [[[1], () => void], [2 | 3, undefined]]>>,
  Expect<Equal<Zip<string[], number[]>, [string, number][]>>,
  Expect<Equal<Zip<readonly string[], readonly (number | null)[]>, [string, number | null][]>>,
]

export function errors() {
  // @ts-expect-error A string is no array.
  zip('ab', [1, 2])
  const pairs = zip(['x', 'y'] as ['x', 'y'], [1, 2, 3] as [1, 2, 3])
  // @ts-expect-error There are only two pairs.
  pairs[2]
  // @ts-expect-error The second element of a pair is a number.
  const text: string = pairs[0][1]
  return text
}

describe('zip', () => {
  test('returns the pairs of two arrays', () => {
    expect(zip(['x', 'y'], [1, 2])).toEqual([
      ['x', 1],
      ['y', 2],
    ])
  })

  test('ends with the shorter array', () => {
    expect(zip(['x', 'y', 'z'], [1])).toEqual([['x', 1]])
    expect(zip(['x'], [1, 2, 3])).toEqual([['x', 1]])
    expect(zip([], [1, 2])).toEqual([])
    expect(zip([1, 2], [])).toEqual([])
  })

  test('elements can be falsy', () => {
    expect(zip([0, '', undefined, 1], [null, undefined, undefined, Number.NaN])).toEqual([
      [0, null],
      ['', undefined],
      [undefined, undefined],
      [1, Number.NaN],
    ])
  })

  test('elements can be arrays', () => {
    expect(zip([[1], [2]], [[[3]], []])).toEqual([
      [[1], [[3]]],
      [[2], []],
    ])
  })

  test('leaves both arrays unchanged', () => {
    const [names, ages] = [Object.freeze(['Ada', 'Bob']), Object.freeze([36, 41, 7])]
    expect(zip(names, ages)).toHaveLength(2)
    const lists = [
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]
    zip(lists[0], lists[1])
    expect(lists).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ])
  })

  test('has the type Zip', () => {
    const names: readonly ['Ada', 'Bob'] = ['Ada', 'Bob']
    const ages: [number, number] = [36, 41]
    const pairs = zip(names, ages)
    const typed: Expect<Equal<typeof pairs, [['Ada', number], ['Bob', number]]>> = true
    const scores: number[] = [7, 8]
    const words: readonly string[] = ['a', 'b']
    const list = zip(words, scores)
    const typedList: Expect<Equal<typeof list, [string, number][]>> = true
    expect([typed, typedList, pairs[1], list.length]).toEqual([true, true, ['Bob', 41], 2])
  })
})
