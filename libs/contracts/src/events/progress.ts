import { z } from 'zod'
import { timestamp, uuid } from '../api/common.ts'
import { badge, learningMode, timeZone } from '../api/progress.ts'
import { difficulty } from '../api/questions.ts'
import { envelope } from './envelope.ts'

/**
 * A learner answered a question. Facts alone: what was chosen, whether it was right by which version of the key,
 * when and where on earth. Points and streaks are interpretations and live in projections.
 */
export const answerSubmittedFacts = {
  /** What concerns the question: others hear of it, and statistics keep it for ever. */
  clear: z.object({
    answerId: uuid,
    learnerId: z.string(),
    questionId: uuid,
    questionVersion: z.int(),
    questionTitle: z.string(),
    selectedOptionIds: z.array(z.string()),
    isCorrect: z.boolean(),
    graded: z.enum(['server', 'self']),
    /** Seconds. */
    timeSpent: z.number(),
    attempt: z.int(),
    difficulty,
    category: z.string(),
    learningPath: z.string().nullable(),
    /** The field of practice: what mastery is reckoned by. */
    section: z.string(),
    /** The section of the bank the question stood in. */
    sectionId: z.string().nullable(),
  }),
  /** What concerns the person: sealed in the log, and never on its way to others. */
  personal: z.object({
    learningMode,
    planId: z.string().nullable(),
    sessionId: z.string().nullable(),
    timeZone,
    answeredAt: timestamp,
    receivedAt: timestamp,
  }),
}
export const answerSubmittedData = z.object({
  ...answerSubmittedFacts.clear.shape,
  ...answerSubmittedFacts.personal.shape,
})
export type AnswerSubmittedData = z.infer<typeof answerSubmittedData>

/** A learner has earned a badge. What it is worth follows from its rarity. */
export const badgeEarnedData = z.object({
  learnerId: z.string(),
  badgeId: z.string(),
  title: z.string(),
  rarity: badge.shape.rarity,
  earnedAt: timestamp,
})
export type BadgeEarnedData = z.infer<typeof badgeEarnedData>

export const progressSubjects = {
  answerSubmitted: 'progress.answer.submitted.v1',
  badgeEarned: 'progress.badge.earned.v1',
  /** A challenge's solution is open to this learner from now on. */
  challengeOpened: 'progress.challenge.opened.v1',
} as const

export const answerSubmitted = envelope('AnswerSubmitted', 1, answerSubmittedFacts.clear)
export type AnswerSubmittedMessage = z.infer<typeof answerSubmitted>
export const badgeEarned = envelope('BadgeEarned', 1, badgeEarnedData)
export type BadgeEarnedMessage = z.infer<typeof badgeEarned>
