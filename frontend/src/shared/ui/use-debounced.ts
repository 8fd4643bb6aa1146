import { useEffect, useState } from 'react'

/**
 * The text, once typing stops.
 * @param pause milliseconds without a key press
 */
export function useDebounced(text: string, pause: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
