import { z } from 'zod'
import { timestamp, uuid } from '../common.ts'
import { envelope } from '../envelope.ts'
import { difficulty } from '../questions/question.ts'
import { challengeCode, challengeOpening, challengeTestResult } from './challenges.ts'
import { badge, learningMode, timeZone } from './progress.ts'
import { resetScope } from './reset.ts'
import { cardRating } from './reviews.ts'

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
  /** In batches: arrays of envelopes. Version 1, which old streams hold, was one envelope in each message. */
  answerSubmitted: 'progress.answer.submitted.v2',
  badgeEarned: 'progress.badge.earned.v1',
  /** A challenge's solution is open to this learner from now on. */
  challengeOpened: 'progress.challenge.opened.v1',
} as const

/** Answers of all versions of the subject. */
export const everyAnswerSubmitted = 'progress.answer.submitted.*'

export const answerSubmitted = envelope('AnswerSubmitted', 1, answerSubmittedFacts.clear)
export type AnswerSubmittedMessage = z.infer<typeof answerSubmitted>
export const badgeEarned = envelope('BadgeEarned', 1, badgeEarnedData)
export type BadgeEarnedMessage = z.infer<typeof badgeEarned>

const learner = { learnerId: z.string() }

/** A freeze came or went, on a day of the learner's calendar. */
export const streakFreezeFacts = {
  clear: z.object(learner),
  personal: z.object({ day: z.iso.date() }),
}
export const streakFreezeData = z.object({ ...learner, ...streakFreezeFacts.personal.shape })
export type StreakFreezeData = z.infer<typeof streakFreezeData>

/** A learner has reached a round number of something, for the first time. */
export const milestoneReachedFacts = {
  clear: z.object({ ...learner, milestoneId: z.string() }),
  personal: z.object({ reachedAt: timestamp }),
}
export const milestoneReachedData = z.object({
  ...milestoneReachedFacts.clear.shape,
  ...milestoneReachedFacts.personal.shape,
})
export type MilestoneReachedData = z.infer<typeof milestoneReachedData>

/** A learner is through with a section of a path: by their own word, or since each of its questions was answered right. */
export const sectionCompletedFacts = {
  clear: z.object({
    ...learner,
    pathId: z.string(),
    sectionId: z.string(),
    by: z.enum(['learner', 'answers']),
  }),
  personal: z.object({ completedAt: timestamp }),
}
export const sectionCompletedData = z.object({
  ...sectionCompletedFacts.clear.shape,
  ...sectionCompletedFacts.personal.shape,
})
export type SectionCompletedData = z.infer<typeof sectionCompletedData>

/** A learner came to the end of a path, for the first time. */
export const certificateIssuedFacts = {
  clear: z.object({ learnerId: z.string(), pathId: z.string() }),
  personal: z.object({ issuedAt: timestamp }),
}
const certificateIssuedData = z.object({
  ...certificateIssuedFacts.clear.shape,
  ...certificateIssuedFacts.personal.shape,
})
export type CertificateIssuedData = z.infer<typeof certificateIssuedData>

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

/** What happens to a learner's plan: paused, or started over. */
export const planMomentFacts = {
  clear: z.object({ learnerId: z.string(), planId: z.string() }),
  /** The day it is, is the learner's: in this zone, at this instant. */
  personal: z.object({ timeZone, at: timestamp }),
}
const planMomentData = z.object({ ...planMomentFacts.clear.shape, ...planMomentFacts.personal.shape })
export type PlanMomentData = z.infer<typeof planMomentData>

/** A plan was begun, or gone on with after a pause. */
export const planStartedFacts = {
  ...planMomentFacts,
  /** So many questions it had then: with as many answers it is done. */
  clear: planMomentFacts.clear.extend({ totalQuestions: z.int() }),
}
const planStartedData = z.object({ ...planStartedFacts.clear.shape, ...planStartedFacts.personal.shape })
export type PlanStartedData = z.infer<typeof planStartedData>

/** A learner let figures start over. What they did stays in the log; figures count from here. */
export const progressResetFacts = {
  clear: z.object({
    learnerId: z.string(),
    scope: resetScope,
    /** Of the path, plan or section; null for all. */
    id: z.string().nullable(),
  }),
  personal: z.object({ timeZone, at: timestamp }),
}
const progressResetData = z.object({
  ...progressResetFacts.clear.shape,
  ...progressResetFacts.personal.shape,
})
export type ProgressResetData = z.infer<typeof progressResetData>

/** A learner looked at a flashcard and said how well they knew it. */
export const cardReviewedFacts = {
  clear: z.object({ learnerId: z.string(), reviewId: uuid, questionId: uuid, rating: cardRating }),
  personal: z.object({ timeZone, reviewedAt: timestamp, receivedAt: timestamp }),
}
const cardReviewedData = z.object({
  ...cardReviewedFacts.clear.shape,
  ...cardReviewedFacts.personal.shape,
})
export type CardReviewedData = z.infer<typeof cardReviewedData>
