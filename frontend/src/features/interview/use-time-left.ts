import { useEffect, useEffectEvent, useState } from 'react'
import { type Interview, timeLeft } from './interview.ts'

/** Whole seconds that are left, and a call when none is. */
export function useTimeLeft(interview: Interview, onOver: () => void): number {
  const [now, setNow] = useState(Date.now)
  const tick = useEffectEvent(() => {
    const at = Date.now()
    setNow(at)
    if (timeLeft(interview, at) === 0) onOver()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil(timeLeft(interview, now) / 1_000)
}
