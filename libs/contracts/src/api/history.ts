import { z } from 'zod'
import { pageQuery, pagination, queryBoolean, shortText, success, timestamp, uuid } from './common.ts'
import { difficultyInput } from './question-input.ts'
import { difficulty } from './questions.ts'

/** What of a learner's history is asked for; days are the learner's own, both ends included. */
export const historyQuery = pageQuery.extend({
  type: z.enum(['question', 'challenge']).optional(),
  category: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
  /** Right answers and completed challenges, or the others. */
  correct: queryBoolean.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type HistoryQuery = z.infer<typeof historyQuery>

const entryFields = {
  progressId: uuid,
  category: z.string(),
  difficulty,
  timestamp,
  points: z.int(),
}

export const questionHistoryEntry = z
  .object({
    type: z.literal('question'),
    ...entryFields,
    questionId: uuid,
    questionVersion: z.int(),
    title: z.string(),
    answeredCorrectly: z.boolean(),
    /** The how-manieth answer to this question it was. */
    attempts: z.int(),
    /** Seconds. */
    timeSpent: z.number(),
  })
  .meta({ id: 'QuestionHistoryEntry' })
export type QuestionHistoryEntry = z.infer<typeof questionHistoryEntry>

export const challengeHistoryEntry = z
  .object({
    type: z.literal('challenge'),
    ...entryFields,
    challengeId: z.string(),
    challengeName: z.string(),
    score: z.number(),
    maxScore: z.number(),
    completed: z.boolean(),
    /** Minutes. */
    timeSpent: z.number(),
  })
  .meta({ id: 'ChallengeHistoryEntry' })
export type ChallengeHistoryEntry = z.infer<typeof challengeHistoryEntry>

export const historyEntry = z.discriminatedUnion('type', [questionHistoryEntry, challengeHistoryEntry])
export type HistoryEntry = z.infer<typeof historyEntry>

export const historyReply = success({ history: z.array(historyEntry), pagination })
