import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../shared/api/session.ts'
import { RECONNECT_INTERVAL } from '../shared/constants.ts'
import { followQueue, useQueueCounts } from '../shared/offline/answer-queue.ts'
import { useOfflineMessages } from '../shared/offline/messages.en.ts'
import { useSendAnswers } from '../shared/offline/use-sync.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import styles from './background.module.css'

/** Sends the queued answers whenever possible, and shows how many are waiting or were rejected. */
export default function AnswerSender() {
  const offline = useOfflineMessages()
  const { pathname } = useLocation()
  const uid = useSession()?.uid
  const { waiting, refused } = useQueueCounts()

  const sendAll = useSendAnswers(uid)
  const send = useEffectEvent(sendAll)

  useEffect(() => {
    if (!uid) return
    const attempt = () => void send()
    const whenSeen = () => document.visibilityState === 'visible' && attempt()
    attempt()
    window.addEventListener('online', attempt)
    document.addEventListener('visibilitychange', whenSeen)
    const unfollow = followQueue(uid)
    return () => {
      window.removeEventListener('online', attempt)
      document.removeEventListener('visibilitychange', whenSeen)
      unfollow()
    }
  }, [uid])

  // Preload the sign-out: offline it couldn't load when it's needed.
  useEffect(() => void import('../features/account/sign-out.tsx').catch(() => undefined), [])

  useEffect(() => {
    if (waiting === 0) return
    const timer = setInterval(() => void send(), RECONNECT_INTERVAL)
    return () => clearInterval(timer)
  }, [waiting])

  if (!uid || waiting + refused === 0 || pathname === '/waiting') return null
  return (
    <div className={styles.note}>
      <p role="status">
        {waiting > 0 && offline.waiting(waiting)} {refused > 0 && offline.wereRefused(refused)}
      </p>
      <ButtonLink to="/waiting" size="small" variant="ghost">
        {offline.show}
      </ButtonLink>
      {waiting > 0 && (
        <Button size="small" onClick={() => void sendAll()}>
          {offline.sendNow}
        </Button>
      )}
    </div>
  )
}
