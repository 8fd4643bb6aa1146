import type { AnswerResult, Progress, ProgressSummary } from '@rehearse/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { countLocally, updateProgress } from '../../shared/api/progress.ts'
import type { Sent } from '../../shared/offline/answer-queue.ts'
import type { PendingAnswer } from '../../shared/offline/offline-database.ts'
import type { Graded, Moment, RunQuestion, Submission } from './grade-locally.ts'
import { feedbackOf, gradeLocally, hasKey } from './grade-locally.ts'
import { addAnswerToSession, sendSessionState } from './practice-session.ts'
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
 * Grades one answer. A learner's answer is first stored, then sent with the rest of the queue, under an id that stays
 * the same across retries; offline it is graded with the key that came with the question.
 */
export async function gradeAnswer(answering: Answering): Promise<Graded> {
  const { question, submission, uid, scored, queryClient, onQueued } = answering
  if (!scored) return gradeLocally(question, submission) ?? checked(question, submission)
  if (uid === null) return gradeVisitorAnswer(answering)
  const before = queryClient.getQueryData<Progress>(['progress', uid])
  const answer = await inPracticeSession(toAnswer(answering, uid))
  const sendQueue = await enqueue(answer, question.title).catch(() => null)
  if (sendQueue) onQueued?.()
  try {
    const { results, refused, progress, newBadges } = sendQueue
      ? await sendQueue()
      : await sendDirectly(answer)
    if (progress) updateProgress(queryClient, progress)
    void sendSessionState(uid)
    const refusal = refused.get(answer.answerId)
    if (refusal) throw refusal
    const result = results.get(answer.answerId)
    // Another tab sent it first: sent again, it gets the same result.
    const certain = result ?? (await sendDirectly(answer)).results.get(answer.answerId) ?? lost()
    const moments = [
      ...newBadges.map(({ name }) => ({ kind: 'badge' as const, name })),
      ...movesOf(before, progress),
    ]
    return { ...translated(question, gradedOf(certain)), moments }
  } catch (error) {
    const away = error instanceof ApiError && error.isTransient
    const graded = gradeLocally(question, submission)
    if (!sendQueue || !away || !graded) throw error
    const { isCorrect } = graded
    const { answeredAt, planId = null } = answer
    countLocally(queryClient, uid, { isCorrect, timeSpent: submission.timeSpent, answeredAt, planId })
    return { ...graded, waiting: true }
  }
}

/** A new level or a longer streak that came with an answer. */
function movesOf(before: Progress | undefined, after: ProgressSummary | null): Moment[] {
  if (!before || !after) return []
  const { level } = after.achievements
  return [
    ...(level > before.achievements.level ? [{ kind: 'level' as const, level }] : []),
    ...(after.currentStreak > Math.max(1, before.currentStreak)
      ? [{ kind: 'streak' as const, days: after.currentStreak }]
      : []),
  ]
}

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

/** A browser that stores nothing has no sessions either. */
async function inPracticeSession(answer: PendingAnswer): Promise<PendingAnswer> {
  const sessionId = await addAnswerToSession(answer.userId, answer.answeredAt).catch(() => undefined)
  return sessionId === undefined ? answer : { ...answer, sessionId }
}

/** Loads the sync queue on demand: a visitor doesn't need it, nor does a learner before the first answer. */
export const loadSyncQueue = () => import('../../shared/offline/answer-queue.ts')

/** @returns a function that sends the stored answers */
async function enqueue(answer: PendingAnswer, title: string) {
  const { queueAnswer, sendAnswers } = await loadSyncQueue()
  await queueAnswer(answer, title)
  // Show the result before the queue has recorded that the answer was sent.
  return () =>
    new Promise<Sent>((resolve, reject) => {
      const show = (sent: Sent) => knows(sent, answer.answerId) && resolve(sent)
      sendAnswers(answer.userId, show).then(resolve, reject)
    })
}

const knows = ({ results, refused }: Sent, answerId: string) => results.has(answerId) || refused.has(answerId)

async function sendDirectly({ answeredAt: _now, ...answer }: PendingAnswer) {
  const { result, progress, newBadges } = await learnerApi.post('/api/progress/save', { body: answer })
  const results = new Map([[answer.answerId, result]])
  return { results, refused: new Map<string, ApiError>(), progress, newBadges }
}

/** A visitor's answer is graded at once, and stays on this device in case they sign up. */
async function gradeVisitorAnswer(answering: Answering): Promise<Graded> {
  const { question, submission } = answering
  const graded = await checked(question, submission)
  // In the background: a browser that stores nothing still grades.
  void import('../../shared/offline/visitor-answers.ts')
    .then(({ saveVisitorAnswer, VISITOR }) => saveVisitorAnswer(toAnswer(answering, VISITOR), question.title))
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

export const gradedOf = (
  result: Pick<
    AnswerResult,
    'isCorrect' | 'correctOptionIds' | 'correctResponse' | 'explanation' | 'optionFeedback'
  > & {
    points?: number
  },
): Graded => ({
  isCorrect: result.isCorrect,
  correctOptionIds: result.correctOptionIds,
  correctResponse: result.correctResponse,
  explanation: result.explanation,
  feedback: new Map(result.optionFeedback.map(({ id, feedback }) => [id, feedback])),
  points: result.points ?? null,
  waiting: false,
})

/** A learner's answer is graded in English; the translated texts came with its question. */
export const translated = (question: RunQuestion, graded: Graded): Graded =>
  question.language !== undefined && hasKey(question)
    ? { ...graded, explanation: question.explanation, feedback: feedbackOf(question) }
    : graded

function lost(): never {
  throw new Error('the server took an answer and gave no result')
}
