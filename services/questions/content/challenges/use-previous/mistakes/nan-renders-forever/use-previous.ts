import { useState } from 'react'

export function usePrevious<T>(value: T): T | undefined {
  const [{ current, previous }, setPair] = useState<{ current: T; previous: T | undefined }>({
    current: value,
    previous: undefined,
  })
  if (value === current) return previous
  setPair({ current: value, previous: current })
  return current
}
