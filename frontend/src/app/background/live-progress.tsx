import type { ProgressChange } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { noticesChanged } from '../../shared/account/new-notices.ts'
import { progressMayHaveMoved, progressMovedElsewhere } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import { openLiveProgress } from './open-live-progress.ts'

/** What a learner does in another tab, or on another device, moves the figures here too. */
export function LiveProgress() {
  const queryClient = useQueryClient()
  const uid = useSession()?.uid
  const take = useEffectEvent((change: ProgressChange) => {
    if (uid === undefined || change.progress.userId !== uid) return
    progressMovedElsewhere(queryClient, change)
    if (change.happened.includes('AnswerRegraded')) void noticesChanged(queryClient, uid)
  })
  useEffect(() => {
    if (!uid) return undefined
    const end = openLiveProgress(uid, (change) => take(change))
    // The page was read a moment before anybody listened.
    progressMayHaveMoved(queryClient, uid)
    return end
  }, [uid, queryClient])
  return null
}
