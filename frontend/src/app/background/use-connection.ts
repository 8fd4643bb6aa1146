import { useEffect, useState } from 'react'
import { CONNECTION, REQUEST_TIMEOUT } from '../../shared/constants.ts'

/**
 * Whether the server is there. It is looked at in intervals while the page is seen, and at once when the browser says that
 * the network came or went; when it is gone it is looked for some more times, each twice as late as the one before.
 */
export function useConnection(onRestored: () => void): { isLost: boolean } {
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    let lost = false
    let looking = false
    const look = async () => {
      if (looking || document.visibilityState === 'hidden') return
      looking = true
      let there = await isThere()
      for (let attempt = 0; !there && attempt < CONNECTION.attempts; attempt += 1) {
        if (!ending.signal.aborted) setLost(true)
        lost = true
        await new Promise((resolve) => setTimeout(resolve, CONNECTION.delay * 2 ** attempt))
        if (ending.signal.aborted) return
        there = await isThere()
      }
      looking = false
      if (ending.signal.aborted || !there || !lost) return
      lost = false
      setLost(false)
      onRestored()
    }
    const timer = setInterval(() => void look(), CONNECTION.interval)
    for (const event of ['online', 'offline']) {
      window.addEventListener(event, () => void look(), { signal: ending.signal })
    }
    return () => {
      ending.abort()
      clearInterval(timer)
    }
  }, [onRestored])
  return { isLost }
}

const isThere = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT)
  const response = await fetch('/api/health', { cache: 'no-store', signal }).catch(() => null)
  await response?.body?.cancel()
  return response !== null && response.status < 500
}
