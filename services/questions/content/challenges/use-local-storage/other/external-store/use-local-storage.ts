import { useMemo, useSyncExternalStore } from 'react'

type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type SetValue<T> = (next: T | ((current: T) => T)) => void

function createStore(key: string, storage: Items) {
  let text = storage.getItem(key)
  const listeners = new Set<() => void>()
  const change = (next: string | null) => {
    text = next
    for (const listener of listeners) listener()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === null) change(null)
    if (event.key === key) change(event.newValue)
  }
  return {
    text: () => text,
    subscribe(listener: () => void) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
    set(next: string) {
      change(next)
      try {
        storage.setItem(key, next)
      } catch {}
    },
    remove() {
      storage.removeItem(key)
      change(null)
    },
  }
}

function read<T>(text: string | null, initial: T): T {
  try {
    return text === null ? initial : JSON.parse(text)
  } catch {
    return initial
  }
}

export function useLocalStorage<T>(key: string, initial: T, storage: Items = localStorage): [T, SetValue<T>, () => void] {
  const store = useMemo(() => createStore(key, storage), [key, storage])
  const text = useSyncExternalStore(store.subscribe, store.text)
  const value = useMemo(() => read(text, initial), [text, initial])

  const setValue: SetValue<T> = (next) => {
    const changed = typeof next === 'function' ? (next as (current: T) => T)(read(store.text(), initial)) : next
    store.set(JSON.stringify(changed))
  }
  return [value, setValue, store.remove]
}
