import { useEffect, useRef, useState } from 'react'

type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type SetValue<T> = (next: T | ((current: T) => T)) => void

export function useLocalStorage<T>(key: string, initial: T, storage: Items = localStorage): [T, SetValue<T>, () => void] {
  const [value, show] = useState(() => parse(storage.getItem(key), initial))
  const latest = useRef(value)

  function change(next: T) {
    latest.current = next
    show(() => next)
  }

  function setValue(next: T | ((current: T) => T)) {
    change(next instanceof Function ? next(latest.current) : next)
    try {
      storage.setItem(key, JSON.stringify(latest.current))
    } catch {
      // The value is lost at a reload, but the page works.
    }
  }

  function remove() {
    storage.removeItem(key)
    change(initial)
  }

  useEffect(() => {
    function update(event: StorageEvent) {
      if (event.key === key || event.key === null) setValue(parse(event.newValue, initial))
    }
    window.addEventListener('storage', update)
    return () => window.removeEventListener('storage', update)
  })

  return [value, setValue, remove]
}

function parse<T>(text: string | null, initial: T): T {
  if (text === null) return initial
  try {
    return JSON.parse(text)
  } catch {
    return initial
  }
}
