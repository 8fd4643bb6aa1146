import type { AnswerResult, Progress, ProgressSummary } from '@rehearse/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { countLocally, updateProgress } from '../../shared/api/progress.ts'
import type { Sent } from '../../shared/offline/answer-queue.ts'
import type { PendingAnswer } from '../../shared/offline/offline-database.ts'
import {
  type Graded,
  gradedOf,
  gradeLocally,
  type Moment,
  type RunQuestion,
  type Submission,
  translated,
} from './grade-locally.ts'
import { addAnswerToSession, sendSessionState } from './practice-session.ts'

interface Saving {
  question: RunQuestion
  submission: Submission
  answer: PendingAnswer
  queryClient: QueryClient
  /** Called when the answer is stored on this device and can't be lost any more. */
  onQueued?: () => void
}

/**
 * Saves a learner's answer: it is first stored, then sent with the rest of the queue; offline it is graded with the key
 * that came with the question.
 */
export async function saveAnswer({
  question,
  submission,
  answer: given,
  queryClient,
  onQueued,
}: Saving): Promise<Graded> {
  const uid = given.userId
  const before = queryClient.getQueryData<Progress>(['progress', uid])
  const answer = await inPracticeSession(given)
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
    return { ...translated(question, gradedOf(certain)), ...firstOf(certain, submission), moments }
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

/** The answer that another device gave first, if it isn't the same. */
function firstOf({ earlier, isCorrect }: AnswerResult, given: Submission): Pick<Graded, 'first'> {
  if (!earlier) return {}
  const { selectedOptionIds, response } = earlier
  const isSame =
    selectedOptionIds.toSorted().join() === given.selectedOptionIds.toSorted().join() &&
    JSON.stringify(response) === JSON.stringify(given.response ?? null) &&
    (given.selfAssessed ?? isCorrect) === isCorrect
  return isSame ? {} : { first: { selectedOptionIds, ...(response && { response }) } }
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

/** A browser that stores nothing has no sessions either. */
async function inPracticeSession(answer: PendingAnswer): Promise<PendingAnswer> {
  const sessionId = await addAnswerToSession(answer.userId, answer.answeredAt).catch(() => undefined)
  return sessionId === undefined ? answer : { ...answer, sessionId }
}

/** Loads the sync queue on demand: a browser that can't load it sends answers directly. */
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

function lost(): never {
  throw new Error('the server took an answer and gave no result')
}
