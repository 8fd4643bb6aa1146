import type { AnswerResult, Progress, ProgressSummary } from '@rehearse/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { progressCountedHere, progressMoved } from '../../shared/api/progress.ts'
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
  /** False where the solution was just shown: such an answer is practice and is saved nowhere. */
  scored: boolean
  queryClient: QueryClient
  /** Told when the answer is written down on this device: whatever happens now, it is not lost. */
  onQueued?: () => void
}

/**
 * Has one answer graded. A learner's is written down first, then sent with all that waits, under an id that stays the
 * same however often that happens; without a network it is judged by the key that came with the question.
 */
export async function gradeAnswer(answering: Answering): Promise<Graded> {
  const { question, submission, uid, scored, queryClient, onQueued } = answering
  if (!scored) return gradeLocally(question, submission) ?? checked(question, submission)
  if (uid === null) return checkedAndKept(answering)
  const before = queryClient.getQueryData<Progress>(['progress', uid])
  const answer = await inPracticeSession(toAnswer(answering, uid))
  const sendQueue = await enqueue(answer, question.title).catch(() => null)
  if (sendQueue) onQueued?.()
  try {
    const { results, refused, progress, newBadges } = sendQueue
      ? await sendQueue()
      : await sendDirectly(answer)
    if (progress) progressMoved(queryClient, progress)
    void sendSessionState(uid)
    const refusal = refused.get(answer.answerId)
    if (refusal) throw refusal
    const result = results.get(answer.answerId)
    // Another tab was quicker: asked again, the server says the same.
    const certain = result ?? (await sendDirectly(answer)).results.get(answer.answerId) ?? lost()
    const moments = [
      ...newBadges.map(({ name }) => ({ kind: 'badge' as const, name })),
      ...movesOf(before, progress),
    ]
    return { ...inWordsOf(question, gradedOf(certain)), moments }
  } catch (error) {
    const away = error instanceof ApiError && error.isTransient
    const graded = gradeLocally(question, submission)
    if (!sendQueue || !away || !graded) throw error
    const { isCorrect } = graded
    const { answeredAt, planId = null } = answer
    progressCountedHere(queryClient, uid, { isCorrect, timeSpent: submission.timeSpent, answeredAt, planId })
    return { ...graded, waiting: true }
  }
}

/** A level or a longer streak that came with an answer. */
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

/** What the right answer to a question without options looks like; nothing is recorded by asking. */
export const readModelAnswer = async (question: RunQuestion): Promise<string> =>
  hasKey(question) ? question.explanation : (await callCheck(question, [])).explanation

function toAnswer(
  { question, answerId, submission, settings }: Omit<Answering, 'queryClient'>,
  uid: string,
): PendingAnswer {
  const { selfAssessed, selectedOptionIds, timeSpent } = submission
  return {
    answerId,
    userId: uid,
    questionId: question.id,
    ...(selfAssessed === undefined ? { selectedOptionIds } : { isCorrect: selfAssessed }),
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

/** A browser that keeps nothing has no sessions either. */
async function inPracticeSession(answer: PendingAnswer): Promise<PendingAnswer> {
  const sessionId = await addAnswerToSession(answer.userId, answer.answeredAt).catch(() => undefined)
  return sessionId === undefined ? answer : { ...answer, sessionId }
}

/** What keeps and sends a learner's answers: no visitor needs it, and no learner before the first answer. */
export const loadSyncQueue = () => import('../../shared/offline/answer-queue.ts')

/** @returns how to send what is kept */
async function enqueue(answer: PendingAnswer, title: string) {
  const { queueAnswer, sendAnswers } = await loadSyncQueue()
  await queueAnswer(answer, title)
  // Who waits for a result needn't wait until it is noted down that its answer has been sent.
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
async function checkedAndKept(answering: Answering): Promise<Graded> {
  const { question, submission } = answering
  const graded = await checked(question, submission)
  // No one waits for that, and a browser that keeps nothing still grades.
  void import('../../shared/offline/visitor-answers.ts')
    .then(({ keepVisitorAnswer, VISITOR }) => keepVisitorAnswer(toAnswer(answering, VISITOR), question.title))
    .catch(() => undefined)
  return graded
}

async function checked(question: RunQuestion, submission: Submission): Promise<Graded> {
  const result = await callCheck(question, submission.selectedOptionIds)
  const isCorrect = result.isCorrect ?? submission.selfAssessed ?? false
  return { ...gradedOf({ ...result, isCorrect }), points: null }
}

/** In the language in which the question was shown, whatever has been chosen since. */
async function callCheck({ id, language }: RunQuestion, selectedOptionIds: string[]) {
  const call = { query: { language }, body: { selectedOptionIds } }
  return (await learnerApi.post(`/api/questions/unified/${id}/check`, call)).result
}

const gradedOf = (
  result: Pick<AnswerResult, 'isCorrect' | 'correctOptionIds' | 'explanation' | 'optionFeedback'> & {
    points?: number
  },
): Graded => ({
  isCorrect: result.isCorrect,
  correctOptionIds: result.correctOptionIds,
  explanation: result.explanation,
  feedback: new Map(result.optionFeedback.map(({ id, feedback }) => [id, feedback])),
  points: result.points ?? null,
  waiting: false,
})

/** A learner's answer is graded in English; the words of a translation came with its question. */
const inWordsOf = (question: RunQuestion, graded: Graded): Graded =>
  question.language !== undefined && hasKey(question)
    ? { ...graded, explanation: question.explanation, feedback: feedbackOf(question) }
    : graded

function lost(): never {
  throw new Error('the server took an answer and gave no result')
}
