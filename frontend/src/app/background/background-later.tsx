import { lazy, Suspense, useEffect, useState } from 'react'

const Background = lazy(() => import('./background.tsx'))

/** Begins what goes on behind the pages, after the first of them has been shown. */
export function BackgroundLater() {
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    const begin = () => setBegun(true)
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => window.removeEventListener('load', begin)
  }, [])
  if (!begun) return null
  return (
    <Suspense>
      <Background />
    </Suspense>
  )
}
