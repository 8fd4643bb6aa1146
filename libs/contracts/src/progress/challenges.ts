import { z } from 'zod'
import { longText, slug, success, timestamp, uuid } from '../common.ts'
import { BODY_LIMIT, RUN_TEXT } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { progressSummary, timeZone } from './progress.ts'

/** The longest that may be claimed for one attempt, in minutes. */
export const CHALLENGE_TIME_SPENT_MAX = 24 * 60
/** Points of a challenge that was completed with its full score. */
export const CHALLENGE_POINTS = 50

const source = longText(50_000)
const output = longText(RUN_TEXT)

export const challengeCode = z.object({
  html: source.optional(),
  css: source.optional(),
  javascript: source.optional(),
})

/** What became of one of the challenge's tests. */
export const challengeTestResult = z.object({
  testId: z.string().max(100).optional(),
  passed: z.boolean(),
  got: output.optional(),
  error: output.optional(),
})

/** One attempt at a coding challenge, as POST /api/progress/challenges takes it. */
export const challengeAttemptInput = z
  .object({
    /** Made by the client: the idempotency key. Sent twice, an attempt counts once. */
    attemptId: uuid,
    challengeId: slug,
    code: challengeCode.default({}),
    results: z.array(challengeTestResult).max(100).default([]),
    score: z.number().min(0).max(10_000),
    maxScore: z.number().positive().max(10_000),
    completed: z.boolean(),
    /** Minutes. */
    timeSpent: z.number().min(0).max(CHALLENGE_TIME_SPENT_MAX),
    attemptedAt: timestamp.optional(),
    /** Whose day it counts for; else the zone of the last answer. */
    timeZone: timeZone.optional(),
  })
  .refine(({ score, maxScore }) => score <= maxScore, {
    path: ['score'],
    message: 'must not be more than maxScore',
  })
export type ChallengeAttemptInput = z.infer<typeof challengeAttemptInput>

export const challengeParams = z.object({ challengeId: slug })

export const challengeAttemptReply = success({
  progressId: uuid,
  result: z.object({
    /** What this attempt is worth. */
    points: z.int(),
    completed: z.boolean(),
    /** What it adds to the learner's points: of each challenge the best attempt counts. */
    pointsAdded: z.int(),
  }),
  progress: progressSummary,
})

/** Why a learner may read the solution of a challenge. */
export const challengeOpening = z.enum(['passed', 'given-up'])

export const challengeGivenUpReply = success({ reason: challengeOpening, message: z.string() })

/** How a learner stands with a challenge that they have tried or opened. */
export const challengeStanding = z
  .object({
    challengeId: z.string(),
    attempts: z.int(),
    /** Share of the full score of the best attempt that completed it, since a reset; 0 while none has. */
    best: z.number(),
    /** Why the solution may be read, if it may. */
    opened: challengeOpening.nullable(),
  })
  .meta({ id: 'ChallengeStanding' })
export type ChallengeStanding = z.infer<typeof challengeStanding>

export const challengeStandingsReply = success({ challenges: z.array(challengeStanding) })

export const listChallengeProgress = endpoint({
  method: 'GET',
  path: '/api/progress/challenges',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'The challenges I have tried or opened, and how far I came',
  response: { 200: challengeStandingsReply },
})

export const saveChallengeAttempt = endpoint({
  method: 'POST',
  path: '/api/progress/challenges',
  service: 'progress',
  access: 'learner',
  bodyLimit: BODY_LIMIT,
  tag: 'progress',
  summary: 'Save an attempt at a coding challenge; sent twice, it counts once',
  body: challengeAttemptInput,
  response: { 200: challengeAttemptReply },
})

export const giveUpChallenge = endpoint({
  method: 'POST',
  path: '/api/progress/challenges/:challengeId/give-up',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'Give a challenge up, which opens its solution',
  params: challengeParams,
  response: { 200: challengeGivenUpReply },
})
