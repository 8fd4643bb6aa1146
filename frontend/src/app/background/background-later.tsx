import { lazy, Suspense, useEffect, useState } from 'react'
import { BACKGROUND_DELAY } from '../../shared/constants.ts'

const Background = lazy(() => import('./background.tsx'))

/** Begins what goes on behind the pages, after the first of them has been shown. */
export function BackgroundLater() {
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(() => setBegun(true), BACKGROUND_DELAY)
    }
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      window.removeEventListener('load', begin)
      clearTimeout(timer)
    }
  }, [])
  if (!begun) return null
  return (
    <Suspense>
      <Background />
    </Suspense>
  )
}
