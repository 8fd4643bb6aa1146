import { useEffect, useState } from 'react'

const FIRST_GUESS = 720

/** The width that an element has, in pixels: a plot drawn at that width keeps its lettering readable on a phone. */
export function useWidth(): [number, (element: Element | null) => void] {
  const [element, setElement] = useState<Element | null>(null)
  const [width, setWidth] = useState(FIRST_GUESS)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [width, setElement]
}
