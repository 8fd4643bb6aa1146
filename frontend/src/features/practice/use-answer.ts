import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { useSession } from '../../shared/api/session.ts'
import { newId } from '../../shared/new-id.ts'
import { whenIdle } from '../../shared/when-idle.ts'
import { type Graded, gradeAnswer, loadKeeping, type RunQuestion, type Submission } from './grade-answer.ts'
import type { Round } from './round.ts'

/**
 * Has one answer graded. When the session has ended meanwhile, the sign-in is asked for and the same answer sent again,
 * under the same id; not if somebody else signs in.
 */
export function useAnswer(
  question: RunQuestion,
  round: Round,
  onGraded: (graded: Graded, timeSpent: number) => void,
) {
  const queryClient = useQueryClient()
  const uid = useSession()?.uid ?? null
  const [answerId] = useState(newId)
  const keeps = uid !== null
  useEffect(() => (keeps ? whenIdle(() => void loadKeeping().catch(() => undefined)) : undefined), [keeps])
  return useOwnWrite({
    mutationFn: (submission: Submission) =>
      gradeAnswer({ question, answerId, submission, round, uid, queryClient }),
    onSuccess: (graded, submission) => onGraded(graded, submission.timeSpent),
  })
}
