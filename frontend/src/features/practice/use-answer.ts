import type { checkReply, PublicQuestion, SaveReply } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { progressMoved } from '../../shared/api/progress.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useSession } from '../../shared/api/session.ts'
import { newId } from '../../shared/new-id.ts'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'

/** How an answer was judged, the same for learners and visitors. */
export interface Graded {
  isCorrect: boolean
  correctOptionIds: readonly string[]
  explanation: string
  feedback: ReadonlyMap<string, string>
  /** Null where nothing is recorded: a visitor's answer. */
  points: number | null
}

export interface Submission {
  selectedOptionIds: string[]
  /** Seconds. */
  timeSpent: number
  /** The learner's own judgement, where no key can judge. */
  selfAssessed?: boolean
}

/**
 * Has one answer graded. A learner's is saved under an id that stays the same however often it is sent, so that a retry
 * after a lost reply counts nothing twice. When the session has ended meanwhile, the sign-in is asked for and the same
 * answer sent again.
 */
export function useAnswer(question: PublicQuestion, onGraded: (graded: Graded, timeSpent: number) => void) {
  const queryClient = useQueryClient()
  const session = useSession()
  const askToSignIn = useSignInPrompt((state) => state.ask)
  const [answerId] = useState(newId)

  const mutation = useMutation({
    mutationFn: async (submission: Submission) => {
      if (!session) return check(question.id, submission)
      const saved = await save(question, answerId, submission)
      progressMoved(queryClient, saved.progress)
      return gradedOf(saved.result, saved.result.points)
    },
    onSuccess: (graded, submission) => onGraded(graded, submission.timeSpent),
    onError: (error, submission) => {
      if (error instanceof ApiError && error.isUnauthenticated) askToSignIn(() => mutation.mutate(submission))
    },
  })
  return mutation
}

/** What the right answer to a question without options looks like; nothing is recorded by asking. */
export const readModelAnswer = async (questionId: string): Promise<string> =>
  (await callCheck(questionId, [])).explanation

function save(question: PublicQuestion, answerId: string, submission: Submission): Promise<SaveReply> {
  const { selfAssessed, selectedOptionIds, timeSpent } = submission
  return learnerApi.post<SaveReply>('/api/progress/save', {
    body: {
      answerId,
      questionId: question.id,
      ...(selfAssessed === undefined ? { selectedOptionIds } : { isCorrect: selfAssessed }),
      timeSpent,
      learningMode: 'free-style',
      questionVersion: question.version,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
}

async function check(questionId: string, submission: Submission): Promise<Graded> {
  const result = await callCheck(questionId, submission.selectedOptionIds)
  return gradedOf({ ...result, isCorrect: result.isCorrect ?? submission.selfAssessed ?? false }, null)
}

async function callCheck(questionId: string, selectedOptionIds: string[]) {
  const reply = await learnerApi.post<Reply<typeof checkReply>>(
    `/api/questions/unified/${questionId}/check`,
    {
      body: { selectedOptionIds },
    },
  )
  return reply.result
}

const gradedOf = (
  result: {
    isCorrect: boolean
    correctOptionIds: readonly string[]
    explanation: string
    optionFeedback: readonly { id: string; feedback: string }[]
  },
  points: number | null,
): Graded => ({
  isCorrect: result.isCorrect,
  correctOptionIds: result.correctOptionIds,
  explanation: result.explanation,
  feedback: new Map(result.optionFeedback.map(({ id, feedback }) => [id, feedback])),
  points,
})
