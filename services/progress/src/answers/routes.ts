import {
  type AnswerInput,
  type AnswerResult,
  answerInput,
  BADGE_POINTS,
  type Badge,
  DomainError,
  type SaveReply,
  saveAnswer,
  saveAnswers,
} from '@rehearse/contracts'
import { type App, type Pipeline, principalOf, serve } from '@rehearse/service-kit'
import { preferredTimeZone } from '../accounts/repository.ts'
import { correctOptionIds, responseOf, solutionOf } from '../learner/grading.ts'
import { answerPoints } from '../learner/points.ts'
import type { LearnerState } from '../learner/state.ts'
import { requestMetadata } from '../learner-store/command-handler.ts'
import type { ReadModels } from '../read-models/follow-log.ts'
import { toSummary } from '../stats/progress-view.ts'
import { readLearnerState } from '../stats/queries.ts'
import type { ProgressTables } from '../tables.ts'
import type { NewAnswer, RecordAnswer, SavedAnswer } from './save-answers.ts'

export interface SaveDependencies {
  /** The pipeline rather than the pool, since it fails fast when the database is unavailable. */
  pipeline: Pick<Pipeline<ProgressTables>, 'read'>
  recordAnswer: RecordAnswer
  readModels: Pick<ReadModels, 'reach'>
}

export function saveRoutes(app: App, { pipeline, recordAnswer, readModels }: SaveDependencies): void {
  serve(app, saveAnswer, { invalidMessage: 'Invalid request body' }, async (request): Promise<SaveReply> => {
    const { id, accountCreatedAt } = principalOf(request)
    const now = new Date()
    const circumstances = { now, accountCreatedAt, preferred: preferenceOf(id), inBatch: false }
    const saved = await take(id, request.body, circumstances)
    return {
      success: true,
      progressId: saved.progressId,
      result: toAnswerResult(saved, now),
      // The learner state after the answer, without another query.
      progress: toSummary(id, saved.state, now),
      newBadges: toNewBadges(saved),
      message: 'Progress saved',
    }
  })

  serve(app, saveAnswers, { invalidMessage: 'Invalid request body' }, async (request) => {
    const { id, accountCreatedAt } = principalOf(request)
    const now = new Date()
    const newBadges: Badge[] = []
    let state: LearnerState | undefined
    const onSaved = (saved: SavedAnswer) => {
      newBadges.push(...toNewBadges(saved))
      // A learner's answers are recorded in order, so the last result has the newest state.
      state = saved.state
    }
    const circumstances = { now, accountCreatedAt, preferred: preferenceOf(id), inBatch: true }
    const results = await Promise.all(
      request.body.answers.map((answer) => recordOneOf(id, answer, circumstances, onSaved)),
    )
    if (state === undefined) {
      await readModels.reach(id)
      state = await pipeline.read((db) => readLearnerState(db, id))
    }
    return { success: true as const, results, newBadges, progress: toSummary(id, state, now) }
  })

  /** The learner's time zone, read at most once. */
  function preferenceOf(learnerId: string): () => Promise<string> {
    let read: Promise<string> | undefined
    return () => {
      read ??= pipeline.read((db) => preferredTimeZone(db, learnerId))
      return read
    }
  }

  async function take(
    learnerId: string,
    input: AnswerInput,
    { now, accountCreatedAt, preferred, inBatch }: RecordingContext,
  ): Promise<SavedAnswer> {
    if (input.userId !== undefined && input.userId !== learnerId) throw userMismatch()
    const timeZone = input.timeZone ?? (await preferred())
    return recordAnswer(toNewAnswer(learnerId, input, { now, accountCreatedAt, timeZone }), inBatch)
  }

  /**
   * Records one answer of a batch. Each succeeds or fails independently; only a server error fails the whole request.
   */
  async function recordOneOf(
    learnerId: string,
    candidate: unknown,
    circumstances: RecordingContext,
    onSaved: (saved: SavedAnswer) => void,
  ) {
    const parsed = answerInput.safeParse(candidate)
    if (!parsed.success) {
      return { answerId: answerIdOf(candidate), status: 'refused' as const, error: 'Invalid progress data' }
    }
    const { answerId } = parsed.data
    try {
      const saved = await take(learnerId, parsed.data, circumstances)
      onSaved(saved)
      return { answerId, status: 'saved' as const, result: toAnswerResult(saved, circumstances.now) }
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error
      return { answerId, status: 'refused' as const, error: error.message }
    }
  }
}

/** Shared by all answers of a request. */
interface RecordingContext {
  now: Date
  accountCreatedAt: Date | undefined
  preferred(): Promise<string>
  inBatch: boolean
}

function answerIdOf(candidate: unknown): string | null {
  const id = (candidate as { answerId?: unknown } | null)?.answerId
  return typeof id === 'string' ? id.slice(0, 64) : null
}

function userMismatch(): DomainError {
  return new DomainError({ kind: 'forbidden', code: 'user_id_mismatch', message: 'User ID mismatch' })
}

/** The command of a request. An answer without `answeredAt` counts as given now. */
function toNewAnswer(
  learnerId: string,
  input: AnswerInput,
  { now, accountCreatedAt, timeZone }: { now: Date; accountCreatedAt: Date | undefined; timeZone: string },
): NewAnswer {
  return {
    answerId: input.answerId.toLowerCase(),
    learnerId,
    questionId: input.questionId.toLowerCase(),
    questionVersion: input.questionVersion,
    given: {
      selectedOptionIds: input.selectedOptionIds,
      answer: input.answer,
      response: input.response,
      isCorrect: input.isCorrect,
    },
    timeSpent: input.timeSpent,
    attempts: input.attempts,
    section: input.section,
    learningPath: input.learningPath,
    learningMode: input.learningMode,
    planId: input.planId,
    sessionId: input.sessionId,
    timeZone,
    answeredAt: input.answeredAt === undefined ? now : new Date(input.answeredAt),
    receivedAt: now,
    accountCreatedAt,
    // Read here, since by the time a group is written, the current context is that of the request that started it.
    metadata: requestMetadata(),
  }
}

/**
 * The result as decided when the answer was first recorded.
 * @param receivedAt of this request, to tell an answer that was recorded before
 */
export function toAnswerResult({ answer, key }: SavedAnswer, receivedAt?: Date): AnswerResult {
  const isRepeated = receivedAt !== undefined && answer.receivedAt !== receivedAt.toISOString()
  return {
    isCorrect: answer.isCorrect,
    correctOptionIds: correctOptionIds(key),
    correctResponse: solutionOf(key),
    explanation: key.explanation,
    optionFeedback: key.options.flatMap(({ id, feedback }) => (feedback ? [{ id, feedback }] : [])),
    points: answerPoints(answer),
    questionVersion: answer.questionVersion,
    graded: answer.graded,
    attempt: answer.attempt,
    ...(isRepeated && {
      earlier: { selectedOptionIds: answer.selectedOptionIds, response: responseOf(answer) },
    }),
  }
}

/** The badges that an answer earned when it was first received. */
function toNewBadges({ newBadges, answer }: SavedAnswer): Badge[] {
  return newBadges.map(({ badgeId: id, title: name, description, rarity }) => ({
    id,
    name,
    description,
    rarity,
    points: BADGE_POINTS[rarity],
    earnedAt: answer.receivedAt,
  }))
}
