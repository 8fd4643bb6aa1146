import { useEffect, useRef, useState } from 'react'

export function useDebounce<T>(value: T, delay: number): T {
  const [box, setBox] = useState({ value })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setBox((current) => (Object.is(current.value, value) ? current : { value }))
    }, delay)
  }, [value, delay])

  useEffect(() => () => clearTimeout(timer.current), [])

  return box.value
}
