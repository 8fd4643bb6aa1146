import '@testing-library/jest-dom/vitest'
import { render, renderHook, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { usePrevious } from './use-previous'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

function results<T>(values: T[], strict = false) {
  const { result, rerender } = renderHook((value: T) => usePrevious(value), {
    initialProps: values[0] as T,
    reactStrictMode: strict,
  })
  return values.map((value, at) => {
    if (at > 0) rerender(value)
    return result.current
  })
}

test('returns undefined at first', () => {
  expect(results([10])).toEqual([undefined])
})

test('returns the value before the last change', () => {
  expect(results([10, 12, 9])).toEqual([undefined, 10, 12])
})

test('renders without a change keep the result', () => {
  expect(results([10, 10, 12, 12, 12, 9])).toEqual([undefined, undefined, 10, 10, 10, 12])
})

test('a change back is a change', () => {
  expect(results(['a', 'b', 'a', 'a'])).toEqual([undefined, 'a', 'b', 'b'])
})

test('falsy values are values', () => {
  expect(results([0, null, false, '', 1])).toEqual([undefined, 0, null, false, ''])
  expect(results<number | undefined>([1, undefined, 2])).toEqual([undefined, 1, undefined])
})

test('NaN equals itself', () => {
  expect(results([1, Number.NaN, Number.NaN])).toEqual([undefined, 1, 1])
})

test('objects are compared by identity', () => {
  const [one, two] = [{ price: 1 }, { price: 1 }]
  const seen = results([one, one, two])
  expect(seen[1]).toBeUndefined()
  expect(seen[2]).toBe(one)
})

test('works in Strict Mode', () => {
  expect(results([10, 12, 12, 9], true)).toEqual([undefined, 10, 10, 12])
})

test('the page never shows an outdated result', () => {
  const committed: string[] = []
  function Child({ text }: { text: string }) {
    committed.push(text)
    return <p>{text}</p>
  }
  function Price({ value }: { value: number }) {
    return <Child text={`${usePrevious(value) ?? 'none'} → ${value}`} />
  }
  const { rerender } = render(<Price value={1} />)
  rerender(<Price value={2} />)
  expect(screen.getByText('1 → 2')).toBeInTheDocument()
  expect(committed).toEqual(['none → 1', '1 → 2'])
})

test('each component has its own value', () => {
  function Price({ value }: { value: number }) {
    return <li>{String(usePrevious(value))}</li>
  }
  const list = (one: number, two: number) => (
    <StrictMode>
      <Price value={one} />
      <Price value={two} />
    </StrictMode>
  )
  const { rerender } = render(list(1, 2))
  rerender(list(3, 2))
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['1', 'undefined'])
})

export function useTypes() {
  const previous = usePrevious(3 as number)
  return null as unknown as Expect<Equal<typeof previous, number | undefined>>
}
