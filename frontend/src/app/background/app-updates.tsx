import { useEffect, useState } from 'react'
import { WORKER_DELAY } from '../../shared/constants.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './background.module.css'

/**
 * Has the app kept on this device, once the page has had its turn. A newer version waits until it is asked for; then
 * every tab begins anew with it, since none may go on with files of the old one.
 */
export function AppUpdates() {
  const { offline } = useMessages()
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const workers = navigator.serviceWorker
    const wasControlled = workers.controller !== null
    const begin = () => {
      if (wasControlled) location.reload()
    }
    const timer = setTimeout(async () => {
      const registration = await workers.register('/sw.js').catch(() => null)
      if (!registration) return
      const look = () => setWaiting(wasControlled ? registration.waiting : null)
      look()
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', look),
      )
    }, WORKER_DELAY)
    workers.addEventListener('controllerchange', begin)
    return () => {
      clearTimeout(timer)
      workers.removeEventListener('controllerchange', begin)
    }
  }, [])

  if (!waiting) return null
  return (
    <div className={styles.note}>
      <p role="status">{offline.newVersion}</p>
      <Button size="small" variant="primary" onClick={() => waiting.postMessage('take-over')}>
        {offline.loadNew}
      </Button>
    </div>
  )
}
