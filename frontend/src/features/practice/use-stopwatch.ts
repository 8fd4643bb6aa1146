import { useEffect, useState } from 'react'

/** Whole seconds since the component appeared; stands still once `running` is false. */
export function useStopwatch(running: boolean): number {
  const [start] = useState(() => performance.now())
  const [now, setNow] = useState(start)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return Math.max(0, Math.round((now - start) / 1_000))
}
