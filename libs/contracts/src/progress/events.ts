import { z } from 'zod'
import { timestamp, uuid } from '../common.ts'
import { envelope } from '../envelope.ts'
import { challengeKinds } from '../questions/challenge-files.ts'
import { difficulty } from '../questions/question.ts'
import { questionResponse } from '../questions/typed-answer.ts'
import { challengeCode, challengeOpening, challengeTestResult } from './challenges.ts'
import { interviewInput, interviewTrack } from './interview.ts'
import { badge, learningMode, timeZone } from './progress.ts'
import { resetScope } from './reset.ts'
import { cardRating, cardSettings } from './reviews.ts'

/**
 * Set if it was done on a day before the account existed, in that time zone, by a visitor or only claimed: it counts for no
 * active day. Absent in events of earlier versions, which count as they did.
 */
const beforeAccount = z.literal(true).optional()

/**
 * A learner answered a question. Only what happened: the chosen options, whether they were correct by which version
 * of the key, when and in which time zone. Points and streaks are derived in projections.
 */
export const answerSubmittedFacts = {
  /** Data about the question: published, and kept permanently for statistics. */
  clear: z.object({
    answerId: uuid,
    learnerId: z.string(),
    questionId: uuid,
    questionVersion: z.int(),
    questionTitle: z.string(),
    selectedOptionIds: z.array(z.string()),
    /** The pairs or the number that were given; null for other types of questions, and in events of version 1. */
    response: z
      .discriminatedUnion('kind', [questionResponse.options[0], questionResponse.options[2]])
      .nullable(),
    isCorrect: z.boolean(),
    graded: z.enum(['server', 'self']),
    /** Seconds. */
    timeSpent: z.number(),
    attempt: z.int(),
    difficulty,
    category: z.string(),
    learningPath: z.string().nullable(),
    /** The topic that mastery is computed for. */
    section: z.string(),
    /** The section of the bank that the question was in. */
    sectionId: z.string().nullable(),
  }),
  /** Personal data: sealed in the log, and never published. */
  personal: z.object({
    /** The text that was given; personal, since it may contain anything. */
    responseText: z.string().nullable(),
    learningMode,
    planId: z.string().nullable(),
    sessionId: z.string().nullable(),
    timeZone,
    answeredAt: timestamp,
    receivedAt: timestamp,
    beforeAccount,
  }),
}
export const answerSubmittedData = z.object({
  ...answerSubmittedFacts.clear.shape,
  ...answerSubmittedFacts.personal.shape,
})
export type AnswerSubmittedData = z.infer<typeof answerSubmittedData>

/** A learner earned a badge. Its points follow from its rarity. */
export const badgeEarnedData = z.object({
  learnerId: z.string(),
  badgeId: z.string(),
  title: z.string(),
  rarity: badge.shape.rarity,
  earnedAt: timestamp,
})
export type BadgeEarnedData = z.infer<typeof badgeEarnedData>

export const progressSubjects = {
  /** In batches: arrays of envelopes. Version 1, in old streams, has one envelope per message. */
  answerSubmitted: 'progress.answer.submitted.v2',
  badgeEarned: 'progress.badge.earned.v1',
  /** A challenge's solution is open to this learner from now on. */
  challengeOpened: 'progress.challenge.opened.v1',
  /** New statistics of questions. */
  itemStatisticsComputed: 'progress.item-statistics.computed.v1',
} as const

/** Answers in all versions of the subject. */
export const everyAnswerSubmitted = 'progress.answer.submitted.*'

/** Version 1 has no response. */
export const answerSubmitted = envelope('AnswerSubmitted', 2, answerSubmittedFacts.clear).extend({
  version: z.union([z.literal(1), z.literal(2)]),
})
export type AnswerSubmittedMessage = z.infer<typeof answerSubmitted>
export const badgeEarned = envelope('BadgeEarned', 1, badgeEarnedData)
export type BadgeEarnedMessage = z.infer<typeof badgeEarned>

/**
 * Statistics of questions, each in its newest version and those before it that differ only in metadata. `revision`
 * grows with every change of a question's statistics: ignore a lower one.
 */
export const itemStatisticsComputed = envelope(
  'ItemStatisticsComputed',
  1,
  z.object({
    items: z.array(
      z.object({
        questionId: uuid,
        revision: z.int(),
        /** First attempts. */
        attempts: z.int(),
        /** Null below the minimum of attempts; see ItemVersionStatistics. */
        facility: z.number().nullable(),
        discrimination: z.number().nullable(),
      }),
    ),
  }),
)
export type ItemStatisticsMessage = z.infer<typeof itemStatisticsComputed>

const learner = { learnerId: z.string() }

/** A streak freeze was earned or used, on a day of the learner's calendar. */
export const streakFreezeFacts = {
  clear: z.object(learner),
  personal: z.object({ day: z.iso.date() }),
}
export const streakFreezeData = z.object({ ...learner, ...streakFreezeFacts.personal.shape })
export type StreakFreezeData = z.infer<typeof streakFreezeData>

/** A learner reached a milestone for the first time. */
export const milestoneReachedFacts = {
  clear: z.object({ ...learner, milestoneId: z.string() }),
  personal: z.object({ reachedAt: timestamp }),
}
export const milestoneReachedData = z.object({
  ...milestoneReachedFacts.clear.shape,
  ...milestoneReachedFacts.personal.shape,
})
export type MilestoneReachedData = z.infer<typeof milestoneReachedData>

/** A learner completed a section of a path: by request, or by answering each of its questions correctly. */
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

/** A learner completed a path for the first time. */
export const certificateIssuedFacts = {
  clear: z.object({ learnerId: z.string(), pathId: z.string() }),
  personal: z.object({ issuedAt: timestamp }),
}
const certificateIssuedData = z.object({
  ...certificateIssuedFacts.clear.shape,
  ...certificateIssuedFacts.personal.shape,
})
export type CertificateIssuedData = z.infer<typeof certificateIssuedData>

/** A learner tried a coding challenge. Their code and its output are personal. */
export const challengeAttemptedFacts = {
  clear: z.object({
    attemptId: uuid,
    learnerId: z.string(),
    challengeId: z.string(),
    /** `web` in events of versions 1 and 2, which had no other kind. */
    kind: challengeKinds,
    challengeTitle: z.string(),
    category: z.string(),
    difficulty,
    score: z.number(),
    maxScore: z.number(),
    completed: z.boolean(),
    /** The share of the full score of the best completed attempt before this one, since a reset: 0 to 1. */
    bestBefore: z.number(),
    /** Seconds. */
    timeSpent: z.number(),
  }),
  personal: z.object({
    /**
     * SHA-256 (hex) of the code and test results stored beside the log, which has those of the best and the latest
     * attempt; null for an attempt without code, and for one with its code in the event.
     */
    codeHash: z.string().nullable(),
    /** Version 1 had the code and the results in the event itself. */
    code: challengeCode.optional(),
    results: z.array(challengeTestResult).optional(),
    timeZone,
    attemptedAt: timestamp,
    receivedAt: timestamp,
    beforeAccount,
  }),
}
const challengeAttemptedData = z.object({
  ...challengeAttemptedFacts.clear.shape,
  ...challengeAttemptedFacts.personal.shape,
})
export type ChallengeAttemptedData = z.infer<typeof challengeAttemptedData>

/** A learner can read the solution of a challenge from now on. Published once per learner and challenge. */
export const challengeOpenedData = z.object({
  learnerId: z.string(),
  challengeId: z.string(),
  reason: challengeOpening,
})
export type ChallengeOpenedData = z.infer<typeof challengeOpenedData>

export const challengeOpened = envelope('ChallengeOpened', 1, challengeOpenedData)
export type ChallengeOpenedMessage = z.infer<typeof challengeOpened>

/** A learner's plan was paused or restarted. */
export const planMomentFacts = {
  clear: z.object({ learnerId: z.string(), planId: z.string() }),
  /** The learner's day: in this zone, at this time. */
  personal: z.object({ timeZone, at: timestamp }),
}
const planMomentData = z.object({ ...planMomentFacts.clear.shape, ...planMomentFacts.personal.shape })
export type PlanMomentData = z.infer<typeof planMomentData>

/** A plan was started, or resumed after a pause. */
export const planStartedFacts = {
  ...planMomentFacts,
  /** The number of its questions then: it is done after as many answers. */
  clear: planMomentFacts.clear.extend({ totalQuestions: z.int() }),
}
const planStartedData = z.object({ ...planStartedFacts.clear.shape, ...planStartedFacts.personal.shape })
export type PlanStartedData = z.infer<typeof planStartedData>

/** A learner reset their stats. The events stay in the log; stats count from here. */
export const progressResetFacts = {
  clear: z.object({
    learnerId: z.string(),
    scope: resetScope,
    /** The id of the path, plan or section; null for everything. */
    id: z.string().nullable(),
  }),
  personal: z.object({ timeZone, at: timestamp }),
}
const progressResetData = z.object({
  ...progressResetFacts.clear.shape,
  ...progressResetFacts.personal.shape,
})
export type ProgressResetData = z.infer<typeof progressResetData>

/** A learner reviewed a flashcard and rated it. */
export const cardReviewedFacts = {
  clear: z.object({ learnerId: z.string(), reviewId: uuid, questionId: uuid, rating: cardRating }),
  personal: z.object({ timeZone, reviewedAt: timestamp, receivedAt: timestamp, beforeAccount }),
}
const cardReviewedData = z.object({
  ...cardReviewedFacts.clear.shape,
  ...cardReviewedFacts.personal.shape,
})
export type CardReviewedData = z.infer<typeof cardReviewedData>

/** A learner chose how likely flashcards are remembered when they come back, in percent. */
export const retentionChosenFacts = {
  clear: z.object(learner),
  personal: z.object({ retention: cardSettings.shape.retention, at: timestamp }),
}
const retentionChosenData = z.object({ ...learner, ...retentionChosenFacts.personal.shape })
export type RetentionChosenData = z.infer<typeof retentionChosenData>

/** Weights of FSRS were fitted to a learner's ratings, and predicted the newest of them better than those before. */
export const cardWeightsAdoptedFacts = {
  clear: z.object(learner),
  personal: z.object({
    weights: z.array(z.number()).length(21),
    /** The number of ratings they were fitted to. */
    reviews: z.int(),
    /** The number of newest ratings that were only predicted. */
    heldOut: z.int(),
    /** The mean log loss of those predictions, with the weights before and with these. */
    logLossBefore: z.number(),
    logLossAfter: z.number(),
    at: timestamp,
  }),
}
const cardWeightsAdoptedData = z.object({ ...learner, ...cardWeightsAdoptedFacts.personal.shape })
export type CardWeightsAdoptedData = z.infer<typeof cardWeightsAdoptedData>

/** A learner returned to the standard weights. */
export const cardWeightsRevertedFacts = {
  clear: z.object(learner),
  personal: z.object({ at: timestamp }),
}
const cardWeightsRevertedData = z.object({ ...learner, ...cardWeightsRevertedFacts.personal.shape })
export type CardWeightsRevertedData = z.infer<typeof cardWeightsRevertedData>

/** A learner set an interview date; it replaces the earlier one. */
export const interviewDateSetFacts = {
  clear: z.object(learner),
  personal: z.object({
    ...interviewInput.omit({ dryRun: true }).required().shape,
    /** None in events of earlier versions. */
    track: interviewTrack.nullable().optional(),
    at: timestamp,
    /** Unseen questions that are reserved for mock exams from now on. */
    reservedIds: z.array(uuid),
  }),
}
const interviewDateSetData = z.object({ ...learner, ...interviewDateSetFacts.personal.shape })
export type InterviewDateSetData = z.infer<typeof interviewDateSetData>

/** A learner cleared the interview date. */
export const interviewDateClearedFacts = {
  clear: z.object(learner),
  personal: z.object({ timeZone, at: timestamp }),
}
const interviewDateClearedData = z.object({ ...learner, ...interviewDateClearedFacts.personal.shape })
export type InterviewDateClearedData = z.infer<typeof interviewDateClearedData>

/** A learner read the lesson of a step to its end, or marked it as read. */
export const lessonReadFacts = {
  clear: z.object(learner),
  personal: z.object({
    pathId: z.string(),
    stepId: z.string(),
    /** Seconds that the lesson was open; null if unknown. */
    seconds: z.int().nullable(),
    timeZone,
    at: timestamp,
  }),
}
const lessonReadData = z.object({ ...learner, ...lessonReadFacts.personal.shape })
export type LessonReadData = z.infer<typeof lessonReadData>

const share = z.number()

/** A learner started a mock exam; its result was forecast before the first answer. */
export const forecastMadeFacts = {
  clear: z.object({ ...learner, examId: uuid }),
  personal: z.object({
    questionIds: z.array(uuid),
    /** Of a correct answer to each question: 0 to 1. */
    chances: z.array(share),
    /** The expected share of correct answers, with a 95 % interval. */
    predicted: share,
    low: share,
    high: share,
    timeZone,
    at: timestamp,
  }),
}
const forecastMadeData = z.object({ ...forecastMadeFacts.clear.shape, ...forecastMadeFacts.personal.shape })
export type ForecastMadeData = z.infer<typeof forecastMadeData>

/** A learner finished a mock exam, which tested its forecast. */
export const forecastTestedFacts = {
  clear: z.object({ ...learner, examId: uuid }),
  personal: z.object({ correct: z.int(), total: z.int(), timeZone, at: timestamp }),
}
const forecastTestedData = z.object({
  ...forecastTestedFacts.clear.shape,
  ...forecastTestedFacts.personal.shape,
})
export type ForecastTestedData = z.infer<typeof forecastTestedData>
