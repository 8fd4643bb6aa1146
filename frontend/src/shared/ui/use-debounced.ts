import { useEffect, useState } from 'react'

/**
 * What was typed, once nothing is typed any more.
 * @param pause milliseconds without a key
 */
export function useDebounced(text: string, pause: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
