import { z } from 'zod'
import { challengeCode, challengeOpening, challengeTestResult } from '../api/challenges-progress.ts'
import { timestamp, uuid } from '../api/common.ts'
import { timeZone } from '../api/progress.ts'
import { difficulty } from '../api/questions.ts'
import { envelope } from './envelope.ts'

/** A learner tried a coding challenge. What they wrote, and what it printed, is theirs alone. */
export const challengeAttemptedFacts = {
  clear: z.object({
    attemptId: uuid,
    learnerId: z.string(),
    challengeId: z.string(),
    challengeTitle: z.string(),
    category: z.string(),
    difficulty,
    score: z.number(),
    maxScore: z.number(),
    completed: z.boolean(),
    /** The share of the full score that the best completed attempt had before, since a reset: 0 to 1. */
    bestBefore: z.number(),
    /** Seconds. */
    timeSpent: z.number(),
  }),
  personal: z.object({
    /**
     * SHA-256 (hex) of the code and test results as stored beside the log, where those of the best and the latest
     * attempt are kept; null for an attempt without code, and for one whose code is in the event.
     */
    codeHash: z.string().nullable(),
    /** Version 1 held the code and the results in the event itself. */
    code: challengeCode.optional(),
    results: z.array(challengeTestResult).optional(),
    timeZone,
    attemptedAt: timestamp,
    receivedAt: timestamp,
  }),
}
const challengeAttemptedData = z.object({
  ...challengeAttemptedFacts.clear.shape,
  ...challengeAttemptedFacts.personal.shape,
})
export type ChallengeAttemptedData = z.infer<typeof challengeAttemptedData>

/** From now on a learner may read the solution of a challenge. Told once for each learner and challenge. */
export const challengeOpenedData = z.object({
  learnerId: z.string(),
  challengeId: z.string(),
  reason: challengeOpening,
})
export type ChallengeOpenedData = z.infer<typeof challengeOpenedData>

export const challengeOpened = envelope('ChallengeOpened', 1, challengeOpenedData)
export type ChallengeOpenedMessage = z.infer<typeof challengeOpened>
