import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { useSession } from '../../shared/api/session.ts'
import { whenIdle } from '../../shared/when-idle.ts'
import { gradeAnswer, loadSaving } from './grade-answer.ts'
import type { Graded, RunQuestion, Submission } from './grade-locally.ts'
import type { SessionSettings } from './session-settings.ts'

/**
 * Grades one answer. If the session has ended, it asks the learner to sign in and sends the same answer again under
 * the same id, unless another account signs in.
 */
export function useAnswer(
  question: RunQuestion,
  { settings, scored, answerId }: { settings: SessionSettings; scored: boolean; answerId: string },
  onGraded: (graded: Graded, submission: Submission) => void,
) {
  const queryClient = useQueryClient()
  const uid = useSession()?.uid ?? null
  /** While an answer is neither stored nor saved: where the learner wants to go afterwards. */
  const atRisk = useRef<{ go?: () => void }>(null)
  const isSafe = () => {
    const risk = atRisk.current
    atRisk.current = null
    risk?.go?.()
  }
  const keeps = uid !== null
  useEffect(
    () =>
      keeps
        ? whenIdle(
            () =>
              void loadSaving()
                .then(({ loadSyncQueue }) => loadSyncQueue())
                .catch(() => undefined),
          )
        : undefined,
    [keeps],
  )
  const { mutate, isPending, error, variables } = useOwnWrite({
    mutationFn: (submission: Submission) =>
      gradeAnswer({ question, answerId, submission, settings, uid, scored, queryClient, onQueued: isSafe }),
    onSuccess: (graded, submission) => {
      onGraded(graded, submission)
      isSafe()
    },
    // A learner who wants to leave must first see the error.
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
    retry: () => variables && give(variables),
    /** Leaves once the answer can't be lost, or the learner has seen that it may be. */
    leave: (go: () => void) => {
      if (atRisk.current && !error) atRisk.current.go = go
      else go()
    },
  }
}
