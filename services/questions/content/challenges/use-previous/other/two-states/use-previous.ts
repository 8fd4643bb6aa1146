import { useState } from 'react'

export function usePrevious<T>(value: T): T | undefined {
  const [current, setCurrent] = useState<T>(() => value)
  const [previous, setPrevious] = useState<T>()
  if (!Object.is(current, value)) {
    setPrevious(() => current)
    setCurrent(() => value)
  }
  return previous
}
