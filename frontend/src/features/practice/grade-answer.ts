import type { QueryClient } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { PendingAnswer } from '../../shared/offline/offline-database.ts'
import {
  type Graded,
  gradedOf,
  gradeLocally,
  hasKey,
  type RunQuestion,
  type Submission,
} from './grade-locally.ts'
import type { SessionSettings } from './session-settings.ts'

interface Answering {
  question: RunQuestion
  answerId: string
  submission: Submission
  settings: SessionSettings
  /** Null for a visitor, whose answers stay on this device. */
  uid: string | null
  /** False if the solution was just shown: the answer is practice only and isn't saved. */
  scored: boolean
  queryClient: QueryClient
  /** Called when the answer is stored on this device and can't be lost any more. */
  onQueued?: () => void
}

/**
 * Grades one answer. A learner's answer is stored and sent under an id that stays the same across retries; a repeat
 * right after the solution is only graded.
 */
export async function gradeAnswer(answering: Answering): Promise<Graded> {
  const { question, submission, uid, scored } = answering
  if (!scored) return gradeLocally(question, submission) ?? checked(question, submission)
  if (uid === null) return gradeVisitorAnswer(answering)
  const { saveAnswer } = await loadSaving()
  return saveAnswer({ ...answering, answer: toAnswer(answering, uid) })
}

/** Loads what saves answers on demand: a visitor doesn't need it, nor does a learner before the first answer. */
export const loadSaving = () => import('./save-answer.ts')

/** The model answer of a question without options; loading it records nothing. */
export const readModelAnswer = async (question: RunQuestion): Promise<string> =>
  hasKey(question) ? question.explanation : (await callCheck(question, { selectedOptionIds: [] })).explanation

function toAnswer(
  { question, answerId, submission, settings }: Omit<Answering, 'queryClient'>,
  uid: string,
): PendingAnswer {
  const { selfAssessed, selectedOptionIds, response, timeSpent } = submission
  return {
    answerId,
    userId: uid,
    questionId: question.id,
    ...(response
      ? { response }
      : selfAssessed === undefined
        ? { selectedOptionIds }
        : { isCorrect: selfAssessed }),
    timeSpent,
    ...(settings.mode === 'guided' && settings.planId
      ? { learningMode: 'guided' as const, planId: settings.planId }
      : { learningMode: 'free-style' as const }),
    ...(settings.mode === 'step' && { learningPath: settings.filters.learningPath }),
    questionVersion: question.version,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    answeredAt: new Date().toISOString(),
  }
}

/** A visitor's answer is graded at once, and stays on this device in case they sign up. */
async function gradeVisitorAnswer(answering: Answering): Promise<Graded> {
  const { question, submission } = answering
  const graded = await checked(question, submission)
  // In the background: a browser that stores nothing still grades.
  void import('../../shared/offline/visitor-answers.ts')
    .then(({ saveVisitorAnswer, VISITOR }) =>
      saveVisitorAnswer(toAnswer(answering, VISITOR), question.title, graded.isCorrect),
    )
    .catch(() => undefined)
  return graded
}

async function checked(question: RunQuestion, submission: Submission): Promise<Graded> {
  const result = await callCheck(question, submission)
  const isCorrect = result.isCorrect ?? submission.selfAssessed ?? false
  return { ...gradedOf({ ...result, isCorrect }), points: null }
}

/** In the language the question was shown in, even if the learner has switched since. */
async function callCheck(
  { id, language }: RunQuestion,
  { selectedOptionIds, response }: Pick<Submission, 'selectedOptionIds' | 'response'>,
) {
  const call = { query: { language }, body: { selectedOptionIds, response } }
  return (await learnerApi.post(`/api/questions/unified/${id}/check`, call)).result
}
