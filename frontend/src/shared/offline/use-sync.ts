import { useQueryClient } from '@tanstack/react-query'
import { refetchProgress } from '../api/progress.ts'
import { useMessages } from '../i18n/locale.ts'
import { showToast } from '../ui/toasts.tsx'
import { sendAnswers } from './answer-queue.ts'
import { sendAttempts } from './attempt-queue.ts'
import { sendInterviews } from './interview-queue.ts'
import { useOfflineMessages } from './messages.en.ts'
import { sendSessions } from './session-queue.ts'

/** Sends the queued answers and shows the result. If the server is unavailable, they stay queued. */
export function useSendAnswers(uid: string | undefined): () => Promise<void> {
  const { toast } = useMessages()
  const offline = useOfflineMessages()
  const queryClient = useQueryClient()
  return async () => {
    if (!uid) return
    try {
      const { results, refused, progress, newBadges } = await sendAnswers(uid)
      // What is shown was read without these answers.
      if (progress) refetchProgress(queryClient, uid, progress)
      if (results.size > 0) {
        showToast({ tone: 'success', title: toast.success, message: offline.sent(results.size) })
      }
      if (newBadges.length > 0) {
        const message = offline.badges(newBadges.map(({ name }) => name))
        showToast({ tone: 'info', title: toast.info, message })
      }
      if (refused.size > 0) {
        showToast({ tone: 'warning', title: toast.warning, message: offline.refused(refused.size) })
      }
      const attempts = await sendAttempts(uid)
      if (attempts) refetchProgress(queryClient, uid, attempts.progress)
      await sendSessions(uid)
      await sendInterviews(uid)
    } catch {
      // Still unavailable, or signed out: they stay queued.
    }
  }
}
