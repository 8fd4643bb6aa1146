import { useMemo, useState } from 'react'

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
  past: readonly T[]
  present: T
  future: readonly T[]
}

export function useHistory<T>(initial: T, { limit = 100 }: { limit?: number } = {}): History<T> {
  const [{ past, present, future }, setState] = useState<State<T>>({ past: [], present: initial, future: [] })

  const actions = useMemo(
    () => ({
      set: (next: T | ((current: T) => T)) =>
        setState((state) => {
          const value = next instanceof Function ? next(state.present) : next
          if (Object.is(value, state.present)) return state
          const past = [...state.past, state.present]
          return { past, present: value, future: [] }
        }),
      undo: () =>
        setState(({ past, present, future }) =>
          past.length === 0
            ? { past, present, future }
            : { past: past.slice(0, -1), present: past.at(-1) as T, future: [present, ...future] },
        ),
      redo: () =>
        setState(({ past, present, future }) =>
          future.length === 0
            ? { past, present, future }
            : { past: [...past, present], present: future[0] as T, future: future.slice(1) },
        ),
      reset: (value: T) => setState({ past: [], present: value, future: [] }),
    }),
    [limit],
  )

  return { value: present, canUndo: past.length > 0, canRedo: future.length > 0, ...actions }
}
