import { useEffect, useRef, useState } from 'react'

const DURATION = 240

/** Animates from the last value to this one within 240 ms; jumps if reduced motion is set. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target)
  const last = useRef(target)
  useEffect(() => {
    const from = last.current
    last.current = target
    if (from === target || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(target)
      return
    }
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - start) / DURATION)
      setShown(Math.round(from + (target - from) * share))
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}
