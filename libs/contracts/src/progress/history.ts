import { z } from 'zod'
import {
  pageQuery,
  pagination,
  queryBoolean,
  queryInteger,
  shortText,
  success,
  timestamp,
  uuid,
} from '../common.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { difficulty } from '../questions/question.ts'
import { difficultyInput } from '../questions/question-input.ts'

/** Filters of a learner's history; days are in the learner's time zone, both included. */
export const historyQuery = pageQuery.extend({
  type: z.enum(['question', 'challenge']).optional(),
  category: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
  /** Correct answers and completed challenges, or the others. */
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
    /** The number of this attempt at the question, from 1. */
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

/** Paged by cursor: corrections in between would shift numbered pages. */
export const mistakesQuery = z.object({
  /** The `next` of the previous response. */
  after: z
    .string()
    .regex(/^[^_]{20,40}_[^_]{36}$/, 'must be the `next` of a reply')
    .transform((text) => text.split('_'))
    .pipe(z.tuple([timestamp, uuid]))
    .optional(),
  pageSize: queryInteger(1, PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
})

export const mistake = z
  .object({
    questionId: uuid,
    title: z.string(),
    category: z.string(),
    difficulty,
    /** The time of the last, incorrect answer. */
    answeredAt: timestamp,
  })
  .meta({ id: 'Mistake' })
export type Mistake = z.infer<typeof mistake>

export const mistakesReply = success({
  mistakes: z.array(mistake),
  /** The total number. */
  totalCount: z.int(),
  /** The next cursor; null at the end. */
  next: z.string().nullable(),
})

/** The maximum number of days per call. */
export const ANALYTICS_DAYS_MAX = 366

/** Days in the learner's time zone, both included; by default the last 30. */
export const analyticsQuery = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
export type AnalyticsQuery = z.infer<typeof analyticsQuery>

/** A learner's activity on one day; zeros without any. */
export const dayAnalytics = z
  .object({
    date: z.iso.date(),
    questionsAnswered: z.int(),
    correctAnswers: z.int(),
    /** Rounded percent. */
    accuracy: z.int(),
    challengesAttempted: z.int(),
    challengesCompleted: z.int(),
    sessions: z.int(),
    /** Seconds of study, on questions and challenges. */
    timeSpent: z.number(),
    points: z.int(),
  })
  .meta({ id: 'DayAnalytics' })
export type DayAnalytics = z.infer<typeof dayAnalytics>

export const analyticsReply = success({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The learner's last known time zone. */
  timeZone: z.string(),
  analytics: z.array(dayAnalytics),
})

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/progress/history',
  service: 'progress',
  access: 'learner',
  summary: 'List your answers and challenge attempts, newest first',
  query: historyQuery,
  response: { 200: historyReply },
})

export const listMistakes = endpoint({
  method: 'GET',
  path: '/api/progress/mistakes',
  service: 'progress',
  access: 'learner',
  summary: 'List questions whose last answer was incorrect, oldest answers first',
  query: mistakesQuery,
  response: { 200: mistakesReply },
})

export const getAnalytics = endpoint({
  method: 'GET',
  path: '/api/progress/analytics',
  service: 'progress',
  access: 'learner',
  summary: 'Get your activity per day',
  query: analyticsQuery,
  response: { 200: analyticsReply },
})
