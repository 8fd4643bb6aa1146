export interface History<T> {
  value: T
  set: (next: T | ((current: T) => T)) => void
  undo: () => void
  redo: () => void
  reset: (value: T) => void
  canUndo: boolean
  canRedo: boolean
}

export function useHistory<T>(initial: T, { limit = 100 }: { limit?: number } = {}): History<T> {
  return {
    value: initial,
    set: () => {},
    undo: () => {},
    redo: () => {},
    reset: () => {},
    canUndo: false,
    canRedo: false,
  }
}
