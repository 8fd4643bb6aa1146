import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { useSession } from '../../shared/api/session.ts'
import { newId } from '../../shared/new-id.ts'
import { whenIdle } from '../../shared/when-idle.ts'
import { gradeAnswer, loadSyncQueue } from './grade-answer.ts'
import type { Graded, RunQuestion, Submission } from './grade-locally.ts'
import type { SessionSettings } from './session-settings.ts'

/**
 * Has one answer graded. When the session has ended meanwhile, the sign-in is asked for and the same answer sent again,
 * under the same id; not if somebody else signs in.
 */
export function useAnswer(
  question: RunQuestion,
  { settings, scored }: { settings: SessionSettings; scored: boolean },
  onGraded: (graded: Graded, submission: Submission) => void,
) {
  const queryClient = useQueryClient()
  const uid = useSession()?.uid ?? null
  const [answerId] = useState(newId)
  /** While an answer is neither written down nor counted: where its learner wants to go as soon as it is. */
  const atRisk = useRef<{ go?: () => void }>(null)
  const isSafe = () => {
    const risk = atRisk.current
    atRisk.current = null
    risk?.go?.()
  }
  const keeps = uid !== null
  useEffect(() => (keeps ? whenIdle(() => void loadSyncQueue().catch(() => undefined)) : undefined), [keeps])
  const { mutate, isPending, error, variables } = useOwnWrite({
    mutationFn: (submission: Submission) =>
      gradeAnswer({ question, answerId, submission, settings, uid, scored, queryClient, onQueued: isSafe }),
    onSuccess: (graded, submission) => {
      onGraded(graded, submission)
      isSafe()
    },
    // Whoever wanted to go on has to be told first.
    onRefused: () => {
      atRisk.current = {}
    },
  })
  const give = (submission: Submission) => {
    atRisk.current = {}
    mutate(submission)
  }
  return {
    give,
    isPending,
    error,
    giveAgain: () => variables && give(variables),
    /** Goes on once the answer can't be lost any more, or its learner has seen that it may be. */
    leave: (go: () => void) => {
      if (atRisk.current && !error) atRisk.current.go = go
      else go()
    },
  }
}
