import { useEffect, useEffectEvent } from 'react'

export function useInterval(callback: () => void, delay: number | null): void {
  const onTick = useEffectEvent(callback)

  useEffect(() => {
    if (delay !== null) {
      const timer = setInterval(() => onTick(), delay)
      return () => clearInterval(timer)
    }
    return undefined
  }, [delay])
}
