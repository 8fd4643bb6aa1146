import type { ProgressChange } from '@rehearse/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { dropUnownedData, signUpOffer } from '../shared/account/account-data.ts'
import { newNotificationsQuery, refetchNotifications } from '../shared/account/notifications.ts'
import { isNewAccount } from '../shared/account/provider-sign-in.ts'
import { finishSignOut, followOtherTabs } from '../shared/account/sign-out.ts'
import { refreshSession } from '../shared/api/client.ts'
import { applyProgressChange, refetchProgress } from '../shared/api/progress.ts'
import { useSession } from '../shared/api/session.ts'
import { CONNECTION, REQUEST_TIMEOUT, WORKER_DELAY } from '../shared/constants.ts'
import { useLocale, useMessages } from '../shared/i18n/locale.ts'
import { inWesternDigits } from '../shared/i18n/plural.ts'
import { useOfflineMessages } from '../shared/offline/messages.en.ts'
import { refreshCopies, saveCopies, useOldestCopy } from '../shared/offline/saved-copies.ts'
import { Button } from '../shared/ui/button.tsx'
import { publishHeight } from '../shared/ui/publish-height.ts'
import { useSignInPrompt } from '../shared/ui/sign-in-prompt.ts'
import { showToast } from '../shared/ui/toasts.tsx'
import styles from './background.module.css'
import { openLiveConnection } from './one-connection.ts'

const measure = publishHeight('--notices')
const AnswerSender = lazy(() => import('./answer-sender.tsx'))

/** Background work of every page, not part of the first load. */
export default function Background() {
  const session = useSession()
  const queryClient = useQueryClient()
  useEffect(() => {
    const finish = async () => {
      if (await finishSignOut()) await queryClient.invalidateQueries({ queryKey: ['session'] })
    }
    void finish()
    dropUnownedData()
    window.addEventListener('online', finish)
    return () => window.removeEventListener('online', finish)
  }, [queryClient])
  useEffect(followOtherTabs, [])
  useEffect(() => saveCopies(queryClient), [queryClient])
  useEffect(() => {
    if (session && (isNewAccount(session) || signUpOffer.read() === true))
      useSignInPrompt.getState().setJoined(true)
  }, [session])
  return (
    <div ref={measure} className={styles.stack}>
      <Suspense>
        {session && (
          <>
            <LiveProgress />
            <NoticeWatch uid={session.uid} />
            <AnswerSender />
          </>
        )}
        <Connection />
        <SavedCopyAge />
        <AppUpdates />
      </Suspense>
    </div>
  )
}

/** Checks in the background for new notifications. */
function NoticeWatch({ uid }: { uid: string }) {
  useQuery(newNotificationsQuery(uid))
  return null
}

/** Shows when the connection to the server is lost and when it is restored. */
export function Connection() {
  const { toast } = useMessages()
  const offline = useOfflineMessages()
  const queryClient = useQueryClient()
  const { isLost } = useConnection((wasLost) => {
    if (wasLost) showToast({ tone: 'success', title: toast.success, message: offline.restored })
    // A page opened offline may show copies before the lost connection is detected.
    refreshCopies(queryClient)
  })
  if (!isLost) return null
  return (
    <div className={styles.note}>
      <p role="status">{offline.lost}</p>
    </div>
  )
}

/** Shows how old the page is while it displays saved copies because the server can't be reached. */
function SavedCopyAge() {
  const offline = useOfflineMessages()
  const language = useLocale((state) => state.language)
  const savedAt = useOldestCopy(useQueryClient())
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  if (savedAt === null) return null
  return (
    <div className={styles.note}>
      <p role="status">{offline.savedCopy(ageOf(savedAt, Math.max(now, savedAt), language))}</p>
    </div>
  )
}

const MINUTE = 60_000

/** @returns the age in the largest unit that fits: "2 hours ago" */
function ageOf(savedAt: number, now: number, language: string): string {
  const minutes = Math.max(1, Math.round((now - savedAt) / MINUTE))
  const ago = new Intl.RelativeTimeFormat(inWesternDigits(language))
  if (minutes < 60) return ago.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 24 ? ago.format(-hours, 'hour') : ago.format(-Math.round(hours / 24), 'day')
}

/** Answers in another tab or on another device update the progress here too. */
function LiveProgress() {
  const queryClient = useQueryClient()
  const uid = useSession()?.uid
  const take = useEffectEvent((change: ProgressChange) => {
    if (uid === undefined || change.progress.userId !== uid) return
    applyProgressChange(queryClient, change)
    if (change.happened.includes('AnswerRegraded')) void refetchNotifications(queryClient, uid)
  })
  useEffect(() => {
    if (!uid) return undefined
    const end = openLiveProgress(uid, (change) => take(change))
    // The page's data was loaded before the stream was connected.
    refetchProgress(queryClient, uid)
    return end
  }, [uid, queryClient])
  return null
}

/**
 * Follows a learner's progress. After a gap the server first sends what was missed. @returns a function that closes
 * the stream
 */
const openLiveProgress = (uid: string, onChange: (change: ProgressChange) => void): (() => void) =>
  openLiveConnection<ProgressChange>({
    address: '/api/progress/stream',
    // contracts' `progressChangeEvent`, repeated because importing it would bring the schemas into the bundle.
    event: 'progress',
    name: `rehearse-progress-${uid}`,
    onMessage: onChange,
    recover: refreshSession,
  })

/**
 * Registers the service worker once the page is idle. A newer version waits until the user accepts it; then every tab
 * reloads, since none may continue with files of the old version.
 */
function AppUpdates() {
  const offline = useOfflineMessages()
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
      const findUpdate = () => setWaiting(wasControlled ? registration.waiting : null)
      findUpdate()
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', findUpdate),
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

/**
 * Whether the server is reachable. It is checked at intervals while the page is visible, and at once on the browser's
 * online and offline events. After a failure it is checked again several times, each after twice the delay.
 */
function useConnection(onFound: (wasLost: boolean) => void): { isLost: boolean } {
  const [isLost, setLost] = useState(false)
  const found = useEffectEvent(onFound)
  useEffect(() => {
    const ending = new AbortController()
    let lost = false
    let looking = false
    const findUpdate = async () => {
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
      if (ending.signal.aborted || !there) return
      const wasLost = lost
      lost = false
      setLost(false)
      found(wasLost)
    }
    const timer = setInterval(() => void findUpdate(), CONNECTION.interval)
    for (const event of ['online', 'offline']) {
      window.addEventListener(event, () => void findUpdate(), { signal: ending.signal })
    }
    return () => {
      ending.abort()
      clearInterval(timer)
    }
  }, [])
  return { isLost }
}

const isThere = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT)
  const response = await fetch('/api/health', { cache: 'no-store', signal }).catch(() => null)
  await response?.body?.cancel()
  return response !== null && response.status < 500
}
