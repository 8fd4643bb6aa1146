import type { AnswerSubmittedData, LearningMode } from '@rehearse/contracts'
import { ANSWER_FUTURE_TOLERANCE, ANSWER_MAX_AGE } from '@rehearse/contracts/constants'
import { DomainError } from '@rehearse/contracts/errors'
import { QUOTAS } from '@rehearse/contracts/quotas'
import type { Decider } from '@rehearse/event-store'
import { localDay } from './days.ts'
import { type AnswerKey, grade, type LearnerAnswer } from './grading.ts'

export interface AnswerSubmitted {
  type: 'AnswerSubmitted'
  data: AnswerSubmittedData
}

/** The data needed to decide a learner's next answer. */
export interface Answering {
  /** Recorded answers, by the client's answer id. */
  recorded: ReadonlyMap<string, AnswerSubmittedData>
  /** How often each question was answered. */
  attempts: ReadonlyMap<string, number>
}

export interface SubmitAnswer {
  answerId: string
  learnerId: string
  given: LearnerAnswer
  key: AnswerKey
  /** Seconds. */
  timeSpent: number
  /** The attempt number that the client sent. */
  attempts: number | undefined
  section: string | undefined
  learningPath: string | undefined
  learningMode: LearningMode
  planId: string | undefined
  sessionId: string | undefined
  timeZone: string
  answeredAt: Date
  receivedAt: Date
  /** Undefined if the token doesn't say. */
  accountCreatedAt?: Date | undefined
}

export const answering: Decider<Answering, SubmitAnswer, AnswerSubmitted> = {
  initialState: { recorded: new Map(), attempts: new Map() },

  evolve(state, event) {
    if (event.type !== 'AnswerSubmitted') return state
    const { data } = event
    return {
      recorded: new Map(state.recorded).set(data.answerId, data),
      attempts: new Map(state.attempts).set(data.questionId, data.attempt),
    }
  },

  /** @throws {DomainError} invalid, if the answer doesn't fit its question or its claimed time isn't accepted */
  decide(command, state) {
    const earlier = state.recorded.get(command.answerId)
    if (earlier !== undefined) {
      if (earlier.questionId !== command.key.questionId) throw reusedAnswerId()
      return []
    }
    claimedTime('answeredAt', command.answeredAt, command.receivedAt)
    const { key } = command
    const step = stepOf(command)
    return [
      {
        type: 'AnswerSubmitted',
        data: {
          answerId: command.answerId,
          learnerId: command.learnerId,
          questionId: key.questionId,
          questionVersion: key.version,
          questionTitle: key.title,
          ...grade(key, command.given),
          timeSpent: command.timeSpent,
          // The client may count attempts that it hasn't sent yet.
          attempt: Math.max((state.attempts.get(key.questionId) ?? 0) + 1, command.attempts ?? 1),
          difficulty: key.difficulty,
          category: key.category,
          learningPath: step?.pathId ?? key.learningPath ?? command.learningPath ?? null,
          section: command.section ?? key.category,
          sectionId: step?.stepId ?? key.sectionId,
          learningMode: command.learningMode,
          planId: command.planId ?? null,
          sessionId: command.sessionId ?? null,
          timeZone: command.timeZone,
          answeredAt: command.answeredAt.toISOString(),
          receivedAt: command.receivedAt.toISOString(),
          ...beforeAccount(command.answeredAt, command),
        },
      },
    ]
  },
}

/** What an activity's event says if it was on a day before the account existed. */
export function beforeAccount(
  at: Date,
  { timeZone, accountCreatedAt }: { timeZone: string; accountCreatedAt?: Date | undefined },
): { beforeAccount?: true } {
  if (accountCreatedAt === undefined) return {}
  return localDay(at, timeZone) < localDay(accountCreatedAt, timeZone) ? { beforeAccount: true } : {}
}

/**
 * The step that a question is answered in: of the path that the client names, otherwise of the question's own path.
 */
const stepOf = ({ key, learningPath }: SubmitAnswer) =>
  key.steps.find(({ pathId }) => pathId === learningPath) ??
  key.steps.find(({ pathId }) => pathId === key.learningPath)

function reusedAnswerId(): DomainError {
  return new DomainError({
    kind: 'conflict',
    code: 'answer_id_reused',
    message: 'Invalid progress data',
    details: [{ path: 'answerId', message: 'was used for an answer to another question' }],
  })
}

/** Sections and learning paths that have rows in a learner's stats. */
export interface ClientNames {
  sections: ReadonlySet<string>
  paths: ReadonlySet<string>
}

interface Named {
  section: string | undefined
  learningPath: string | undefined
}

/** Whether an answer names a section or path that its question doesn't have, so that the learner's names must be loaded. */
export function hasClientNames({ section, learningPath }: Named, key: AnswerKey): boolean {
  return (
    (section !== undefined && section !== key.category) ||
    (learningPath !== undefined && key.learningPath === null)
  )
}

/**
 * What an answer counts for. Each new name is a row in the learner's stats, so their number is limited: an answer
 * beyond the limit counts for its question's category and for no path, but is never rejected.
 */
export function withinNames<Answer extends Named>(
  answer: Answer,
  key: AnswerKey,
  { sections, paths }: ClientNames,
): { answer: Answer; names: ClientNames } {
  const { section, learningPath } = answer
  const isNewSection = section !== undefined && section !== key.category && !sections.has(section)
  const isNewPath = learningPath !== undefined && key.learningPath === null && !paths.has(learningPath)
  const hasSection = !isNewSection || sections.size < QUOTAS['section-names'].total
  const hasPath = !isNewPath || paths.size < QUOTAS['path-names'].total
  return {
    answer: {
      ...answer,
      section: hasSection ? section : undefined,
      learningPath: hasPath ? learningPath : undefined,
    },
    names: {
      sections: isNewSection && hasSection ? new Set(sections).add(section) : sections,
      paths: isNewPath && hasPath ? new Set(paths).add(learningPath) : paths,
    },
  }
}

/**
 * The time that a client claims for an activity: at most 30 days in the past, and no further in the future than
 * clocks drift.
 * @param path the field with the time
 * @throws {DomainError} invalid, `unbelievable_time`
 */
export function claimedTime(path: string, claimed: Date, now: Date): Date {
  const age = (now.getTime() - claimed.getTime()) / 1000
  if (age < -ANSWER_FUTURE_TOLERANCE) throw claimedTimeError(path, 'lies in the future')
  if (age > ANSWER_MAX_AGE) throw claimedTimeError(path, 'lies more than 30 days back')
  return claimed
}

export function claimedTimeError(path: string, message: string): DomainError {
  return new DomainError({
    kind: 'invalid',
    code: 'unbelievable_time',
    message: 'Invalid progress data',
    details: [{ path, message }],
  })
}
