import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type History, useHistory } from './use-history'

function setup<T>(initial: T, options?: { limit?: number }) {
  const { result, rerender } = renderHook(() => useHistory<T>(initial, options))
  return {
    rerender,
    current: () => result.current,
    run: (change: (history: History<T>) => void) => {
      act(() => change(result.current))
      const { value, canUndo, canRedo } = result.current
      return [value, canUndo, canRedo]
    },
  }
}

test('starts with the initial value and nothing to undo or redo', () => {
  const { current } = setup('start')
  const { value, canUndo, canRedo } = current()
  expect([value, canUndo, canRedo]).toEqual(['start', false, false])
})

test('undo and redo go back and forth', () => {
  const { run } = setup('')
  expect(run(({ set }) => set('a'))).toEqual(['a', true, false])
  expect(run(({ set }) => set('b'))).toEqual(['b', true, false])
  expect(run(({ undo }) => undo())).toEqual(['a', true, true])
  expect(run(({ undo }) => undo())).toEqual(['', false, true])
  expect(run(({ redo }) => redo())).toEqual(['a', true, true])
  expect(run(({ redo }) => redo())).toEqual(['b', true, false])
})

test('redo follows the order in which values were undone', () => {
  const { run } = setup(0)
  for (const n of [1, 2, 3]) run(({ set }) => set(n))
  for (let n = 0; n < 3; n++) run(({ undo }) => undo())
  const values = [1, 2, 3].map(() => run(({ redo }) => redo())[0])
  expect(values).toEqual([1, 2, 3])
})

test('undo and redo do nothing at the ends', () => {
  const { run } = setup('start')
  expect(run(({ undo }) => undo())).toEqual(['start', false, false])
  expect(run(({ redo }) => redo())).toEqual(['start', false, false])
})

test('a new value discards what could be redone', () => {
  const { run } = setup('')
  run(({ set }) => set('a'))
  run(({ set }) => set('b'))
  run(({ undo }) => undo())
  expect(run(({ set }) => set('c'))).toEqual(['c', true, false])
  expect(run(({ undo }) => undo())).toEqual(['a', true, true])
  expect(run(({ undo }) => undo())).toEqual(['', false, true])
})

test('the same value changes nothing', () => {
  const { run } = setup(Number.NaN)
  expect(run(({ set }) => set(Number.NaN))).toEqual([Number.NaN, false, false])
  run(({ set }) => set(1))
  run(({ undo }) => undo())
  expect(run(({ set }) => set((n) => n))).toEqual([Number.NaN, false, true])
})

test('calls in one event build on each other', () => {
  const { run } = setup(0)
  expect(
    run(({ set }) => {
      set((n) => n + 1)
      set((n) => n + 1)
      set((n) => n * 10)
    }),
  ).toEqual([20, true, false])
  expect(
    run(({ undo }) => {
      undo()
      undo()
    }),
  ).toEqual([1, true, true])
})

test('values that are undefined or null are values', () => {
  const { run } = setup<null | undefined | number>(null)
  run(({ set }) => set(undefined))
  run(({ set }) => set(1))
  expect(run(({ undo }) => undo())).toEqual([undefined, true, true])
  expect(run(({ undo }) => undo())).toEqual([null, false, true])
  expect(run(({ redo }) => redo())).toEqual([undefined, true, true])
})

test('reset starts a new history', () => {
  const { run } = setup('')
  run(({ set }) => set('a'))
  run(({ set }) => set('b'))
  run(({ undo }) => undo())
  expect(run(({ reset }) => reset('new'))).toEqual(['new', false, false])
  run(({ set }) => set('c'))
  expect(run(({ undo }) => undo())).toEqual(['new', false, true])
})

test('reset to the current value starts a new history, too', () => {
  const { run } = setup('')
  run(({ set }) => set('a'))
  run(({ set }) => set('b'))
  run(({ undo }) => undo())
  expect(run(({ reset }) => reset('a'))).toEqual(['a', false, false])
})

test('forgets the oldest values beyond the limit', () => {
  const { run } = setup(0, { limit: 2 })
  for (const n of [1, 2, 3, 4]) run(({ set }) => set(n))
  run(({ undo }) => undo())
  expect(run(({ undo }) => undo())).toEqual([2, false, true])
  expect(run(({ undo }) => undo())).toEqual([2, false, true])
})

test('with a limit of 0, nothing can be undone', () => {
  const { run } = setup(0, { limit: 0 })
  expect(run(({ set }) => set(1))).toEqual([1, false, false])
  expect(run(({ undo }) => undo())).toEqual([1, false, false])
})

test('the limit is 100 by default', () => {
  const { run } = setup(0)
  run(({ set }) => {
    for (let n = 1; n <= 101; n++) set(n)
  })
  expect(
    run(({ undo }) => {
      for (let n = 0; n < 99; n++) undo()
    }),
  ).toEqual([2, true, true])
  expect(run(({ undo }) => undo())).toEqual([1, false, true])
})

test('options that are new at each render change no function', () => {
  const { result, rerender } = renderHook(() => useHistory(0, { limit: 2 }))
  const { set, undo, redo, reset } = result.current
  rerender()
  for (const [name, one] of Object.entries({ set, undo, redo, reset })) expect([name, result.current[name as 'undo'] === one]).toEqual([name, true])
})

test('the functions keep their identity', () => {
  const { run, rerender, current } = setup(0)
  const { set, undo, redo, reset } = current()
  run(() => set(1))
  rerender()
  const after = current()
  expect([after.set, after.undo, after.redo, after.reset].map((fn, at) => fn === [set, undo, redo, reset][at])).toEqual([
    true,
    true,
    true,
    true,
  ])
})
