import { useCallback, useReducer } from 'react'

export interface History<T> {
  value: T
  set: (next: T | ((current: T) => T)) => void
  undo: () => void
  redo: () => void
  reset: (value: T) => void
  canUndo: boolean
  canRedo: boolean
}

interface State<T> {
  values: T[]
  at: number
}

type Update<T> = (state: State<T>) => State<T>

export function useHistory<T>(initial: T, options: { limit?: number } = {}): History<T> {
  const limit = options.limit ?? 100
  const [{ values, at }, update] = useReducer((state: State<T>, change: Update<T>) => change(state), {
    values: [initial],
    at: 0,
  })

  const set = useCallback(
    (next: T | ((current: T) => T)) =>
      update((state) => {
        const current = state.values[state.at] as T
        const value = typeof next === 'function' ? (next as (current: T) => T)(current) : next
        if (Object.is(value, current)) return state
        const all = [...state.values.slice(0, state.at + 1), value].slice(-limit - 1)
        return { values: all, at: all.length - 1 }
      }),
    [limit],
  )
  const undo = useCallback(() => update((state) => ({ ...state, at: Math.max(state.at - 1, 0) })), [])
  const redo = useCallback(
    () => update((state) => ({ ...state, at: Math.min(state.at + 1, state.values.length - 1) })),
    [],
  )
  const reset = useCallback((value: T) => update(() => ({ values: [value], at: 0 })), [])

  return { value: values[at] as T, set, undo, redo, reset, canUndo: at > 0, canRedo: at < values.length - 1 }
}
