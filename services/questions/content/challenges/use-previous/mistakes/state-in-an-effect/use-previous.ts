import { useEffect, useState } from 'react'

export function usePrevious<T>(value: T): T | undefined {
  const [pair, setPair] = useState<{ current: T; previous: T | undefined }>({ current: value, previous: undefined })
  useEffect(() => {
    if (!Object.is(pair.current, value)) setPair({ current: value, previous: pair.current })
  }, [value, pair])
  return pair.previous
}
