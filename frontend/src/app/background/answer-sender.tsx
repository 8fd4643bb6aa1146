import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { progressMoved } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import { RECONNECT_INTERVAL } from '../../shared/constants.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { followKeptAnswers, useKeptAnswers } from '../../shared/offline/kept-answers.ts'
import { sendAnswers } from '../../shared/offline/send-answers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './background.module.css'

/** Sends what waits on this device whenever it may work, and shows how much waits. */
export default function AnswerSender() {
  const { offline, toast } = useMessages()
  const queryClient = useQueryClient()
  const uid = useSession()?.uid
  const waiting = useKeptAnswers((state) => state.waiting)

  const sendAll = async () => {
    if (!uid) return
    try {
      const { results, refused, progress } = await sendAnswers(uid)
      if (progress) progressMoved(queryClient, progress)
      if (results.size > 0) {
        showToast({ tone: 'success', title: toast.success, message: offline.sent(results.size) })
      }
      if (refused.size > 0) {
        showToast({ tone: 'warning', title: toast.warning, message: offline.refused(refused.size) })
      }
    } catch {
      // Still away, or signed out: they wait on.
    }
  }
  const send = useEffectEvent(sendAll)

  useEffect(() => {
    if (!uid) return
    const attempt = () => void send()
    const whenSeen = () => document.visibilityState === 'visible' && attempt()
    attempt()
    window.addEventListener('online', attempt)
    document.addEventListener('visibilitychange', whenSeen)
    const unfollow = followKeptAnswers(uid)
    return () => {
      window.removeEventListener('online', attempt)
      document.removeEventListener('visibilitychange', whenSeen)
      unfollow()
    }
  }, [uid])

  useEffect(() => {
    if (waiting === 0) return
    const timer = setInterval(() => void send(), RECONNECT_INTERVAL)
    return () => clearInterval(timer)
  }, [waiting])

  if (!uid || waiting === 0) return null
  return (
    <div className={styles.note}>
      <p role="status">{offline.waiting(waiting)}</p>
      <Button size="small" onClick={() => void sendAll()}>
        {offline.sendNow}
      </Button>
    </div>
  )
}
