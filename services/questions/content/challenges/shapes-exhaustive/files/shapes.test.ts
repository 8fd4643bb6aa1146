import { expect, test } from 'vitest'
import { area, assertNever, describe, type Shape } from './shapes'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
type Of<Kind> = Extract<Shape, { kind: Kind }>

const triangle = { kind: 'triangle', base: 2 } as unknown as Shape

test('area of a circle', () => {
  expect(area({ kind: 'circle', radius: 3 })).toBeCloseTo(28.274, 3)
})

test('area of a rectangle', () => {
  expect(area({ kind: 'rectangle', width: 3, height: 4 })).toBe(12)
})

test('area of a square', () => {
  expect(area({ kind: 'square', side: 5 })).toBe(25)
})

test('description of each shape', () => {
  expect(describe({ kind: 'circle', radius: 2 })).toBe('circle (r 2)')
  expect(describe({ kind: 'rectangle', width: 3, height: 4 })).toBe('rectangle (3 × 4)')
  expect(describe({ kind: 'square', side: 5 })).toBe('square (5)')
})

test('assertNever throws an error with the value', () => {
  expect(() => assertNever({ kind: 'star' } as never)).toThrow(new Error('Unexpected shape: {"kind":"star"}'))
})

test('an unknown kind is an error in both functions', () => {
  expect(() => area(triangle)).toThrow('Unexpected shape: {"kind":"triangle","base":2}')
  expect(() => describe(triangle)).toThrow('Unexpected shape: {"kind":"triangle","base":2}')
  for (const kind of ['constructor', 'toString', '__proto__']) {
    expect(() => area({ kind } as never)).toThrow(`Unexpected shape: {"kind":"${kind}"}`)
    expect(() => describe({ kind } as never)).toThrow(`Unexpected shape: {"kind":"${kind}"}`)
  }
})

export type Cases = [
  Expect<Equal<Shape['kind'], 'circle' | 'rectangle' | 'square'>>,
  Expect<Equal<keyof Of<'circle'>, 'kind' | 'radius'>>,
  Expect<Equal<keyof Of<'rectangle'>, 'kind' | 'width' | 'height'>>,
  Expect<Equal<keyof Of<'square'>, 'kind' | 'side'>>,
  Expect<Equal<Of<'circle'>['radius'], number>>,
  Expect<Equal<Of<'rectangle'>['width' | 'height'], number>>,
  Expect<Equal<Of<'square'>['side'], number>>,
  Expect<Equal<Parameters<typeof assertNever>[0], never>>,
]

export function errors() {
  // @ts-expect-error a circle has no width
  area({ kind: 'circle', width: 3 })
  // @ts-expect-error a rectangle needs a height
  area({ kind: 'rectangle', width: 3 })
}
