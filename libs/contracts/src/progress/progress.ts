import { z } from 'zod'
import { shortText, success, timestamp, uuid } from '../common.ts'
import { ANSWER_TIME_SPENT_MAX, BATCH_ANSWERS_MAX, BODY_LIMIT, OPTIONS_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { difficulty } from '../questions/question.ts'
import { pathProgress } from './paths.ts'

/** An IANA time zone that this runtime knows. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'must be an IANA time zone')

// To ask the runtime takes longer than all else in the check of an answer. There are some 600 names, in any case.
const knownTimeZones = new Set<string>()
const knownTimeZonesMax = 2_000

function isTimeZone(name: string): boolean {
  if (knownTimeZones.has(name)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  // Any spelling is a name: those that somebody makes up must not keep the others out.
  if (knownTimeZones.size >= knownTimeZonesMax) knownTimeZones.clear()
  knownTimeZones.add(name)
  return true
}

export const learningMode = z.enum(['guided', 'free-style'])
export type LearningMode = z.infer<typeof learningMode>

/** One answered question, as POST /api/progress/save takes it. */
export const answerInput = z.object({
  /** Made by the client: the idempotency key. Sent twice, an answer counts once. */
  answerId: uuid,
  questionId: uuid,
  selectedOptionIds: z.array(z.string().max(32)).max(OPTIONS_MAX).optional(),
  /** Position of the one chosen option, from 0; for clients that don't keep option ids. */
  answer: z.int().min(0).max(OPTIONS_MAX).optional(),
  /** Counts for open-ended questions alone, as a self-assessment. */
  isCorrect: z.boolean().optional(),
  /** Whole seconds. */
  timeSpent: z.int().min(0).max(ANSWER_TIME_SPENT_MAX),
  attempts: z.int().min(1).max(1_000).optional(),
  sessionId: shortText(64).optional(),
  section: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  category: shortText(100).optional(),
  difficulty: z.string().max(32).optional(),
  learningMode: learningMode.default('free-style'),
  planId: shortText(100).optional(),
  questionVersion: z.int().min(1).max(2_147_483_647).optional(),
  timeZone: timeZone.optional(),
  answeredAt: timestamp.optional(),
  userId: z.string().max(64).optional(),
})
export type AnswerInput = z.infer<typeof answerInput>

export const answerResult = z
  .object({
    isCorrect: z.boolean(),
    correctOptionIds: z.array(z.string()),
    explanation: z.string(),
    optionFeedback: z.array(z.object({ id: z.string(), feedback: z.string() })),
    points: z.int(),
    questionVersion: z.int(),
    graded: z.enum(['server', 'self']),
    /** The how-manieth answer of this learner to this question, from 1. */
    attempt: z.int(),
  })
  .meta({ id: 'AnswerResult' })
export type AnswerResult = z.infer<typeof answerResult>

const periodFigures = {
  questionsAnswered: z.int(),
  correctAnswers: z.int(),
  /** Seconds. */
  timeSpent: z.number(),
  /** Rounded percent. */
  accuracy: z.int(),
}

export const badge = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  rarity: z.enum(['common', 'rare', 'epic', 'legendary']),
  points: z.int(),
  earnedAt: timestamp,
})

export type Badge = z.infer<typeof badge>

const summaryFields = {
  userId: z.string(),
  totalQuestions: z.int(),
  correctAnswers: z.int(),
  /** Rounded percent. */
  accuracy: z.int(),
  /** Seconds. */
  timeSpent: z.number(),
  /** Days in a row up to today or yesterday, in the learner's time zone; 0 once a whole day was missed. */
  currentStreak: z.int(),
  longestStreak: z.int(),
  /** Freezes held: one bridges exactly one missed day by itself. */
  streakFreezes: z.int(),
  lastActivity: timestamp.nullable(),
  currentPlan: z
    .object({
      planId: z.string(),
      questionsCompleted: z.int(),
      totalQuestions: z.int(),
      progress: z.int(),
    })
    .nullable(),
  achievements: z.object({ totalPoints: z.int(), level: z.int(), experience: z.int() }),
}

/** The figures that move with every answer: what a save replies, while the lists are read when they are shown. */
export const progressSummary = z.object(summaryFields).meta({ id: 'ProgressSummary' })
export type ProgressSummary = z.infer<typeof progressSummary>

export const progress = z
  .object({
    ...summaryFields,
    achievements: summaryFields.achievements.extend({
      badges: z.array(badge),
      milestones: z.array(z.object({ id: z.string(), reachedAt: timestamp })),
    }),
    sectionProgress: z.array(
      z.object({
        section: z.string(),
        totalQuestions: z.int(),
        correctAnswers: z.int(),
        timeSpent: z.number(),
        accuracy: z.int(),
        lastPracticedAt: timestamp,
        masteryLevel: z.enum(['beginner', 'intermediate', 'advanced', 'expert']),
      }),
    ),
    weeklyProgress: z.array(z.object({ weekStart: z.iso.date(), weekEnd: z.iso.date(), ...periodFigures })),
    monthlyProgress: z.array(z.object({ month: z.string(), ...periodFigures, streakDays: z.int() })),
    learningPaths: z.array(pathProgress),
    /** Challenges completed, and the points that the best attempt at each is worth. */
    challenges: z.object({ completed: z.int(), points: z.int() }),
  })
  .meta({ id: 'Progress' })
export type Progress = z.infer<typeof progress>

export const saveReply = success({
  progressId: uuid,
  result: answerResult,
  progress: progressSummary,
  newBadges: z.array(badge),
  message: z.string(),
  warning: z.string().optional(),
})
export type SaveReply = z.infer<typeof saveReply>

/** Rows are checked one by one, so that a bad one fails alone. */
export const batchInput = z.object({ answers: z.array(z.unknown()).min(1).max(BATCH_ANSWERS_MAX) })
export const batchReply = success({
  results: z.array(
    z.object({
      answerId: z.string().nullable(),
      status: z.enum(['saved', 'refused']),
      result: answerResult.optional(),
      error: z.string().optional(),
    }),
  ),
  newBadges: z.array(badge),
  progress: progressSummary,
})

export const progressReply = success({ progress })

export const dayFigures = z.object({
  date: z.iso.date(),
  questionsAnswered: z.int(),
  correctAnswers: z.int(),
  timeSpent: z.number(),
  points: z.int(),
})
export type DayFigures = z.infer<typeof dayFigures>

const categoryScore = z.object({ category: z.string(), score: z.int(), questionsCompleted: z.int() })

export const dashboard = z
  .object({
    /** Seconds. */
    totalTimeSpent: z.number(),
    /** Rounded percent of right answers. */
    averageScore: z.int(),
    /** Rounded percent of the questions ever tried that have been answered right at least once. */
    completionRate: z.int(),
    totalPoints: z.int(),
    currentStreak: z.int(),
    longestStreak: z.int(),
    /** The last 7 days, oldest first, one entry a day. */
    weeklyProgress: z.array(dayFigures),
    /** The last 30 days, oldest first, one entry a day. */
    monthlyProgress: z.array(dayFigures),
    topCategories: z.array(categoryScore),
    /** Categories with at least 10 answers, each on one side: from 60 % on the best first, below it the weakest. */
    ranking: z.object({ strongest: z.array(categoryScore), toPractice: z.array(categoryScore) }),
    recentActivity: z.array(
      z.object({
        type: z.enum(['question', 'challenge']),
        title: z.string(),
        timestamp,
        points: z.int(),
        isCorrect: z.boolean(),
        difficulty: difficulty.nullable(),
      }),
    ),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof dashboard>

export const dashboardReply = success({ dashboard })

/**
 * What a message of the live stream carries in its `data`: how the learner stands now, and which kinds of facts brought
 * them there since the message before (by their names in docs/events.md).
 */
export const progressChange = z
  .object({ progress: progressSummary, happened: z.array(z.string()) })
  .meta({ id: 'ProgressChange' })
export type ProgressChange = z.infer<typeof progressChange>

/** The `event` field of such messages. */
export const progressChangeEvent = 'progress'

export const saveAnswer = endpoint({
  method: 'POST',
  path: '/api/progress/save',
  service: 'progress',
  access: 'learner',
  limit: 'ANSWERS',
  direct: true,
  repeatable: true,
  tag: 'progress',
  summary: 'Save one answer',
  body: answerInput,
  response: { 200: saveReply },
})

export const saveAnswers = endpoint({
  method: 'POST',
  path: '/api/progress/save/batch',
  service: 'progress',
  access: 'learner',
  limit: 'ANSWERS',
  bodyLimit: BODY_LIMIT,
  batchOf: 'answers',
  direct: true,
  repeatable: true,
  tag: 'progress',
  summary: 'Save answers from an offline queue, each on its own',
  body: batchInput,
  response: { 200: batchReply },
})

export const getProgress = endpoint({
  method: 'GET',
  path: '/api/progress/get',
  service: 'progress',
  access: 'learner',
  direct: true,
  tag: 'progress',
  summary: 'All of my progress',
  response: { 200: progressReply },
})

export const streamProgress = endpoint({
  method: 'GET',
  path: '/api/progress/stream',
  service: 'progress',
  access: 'learner',
  live: true,
  tag: 'progress',
  summary: 'My progress as it changes: server-sent events, each with a ProgressChange',
  headers: z.object({ 'last-event-id': z.coerce.number().int().min(0).optional().catch(undefined) }),
  response: {
    200: { description: 'Messages', content: { 'text/event-stream': { schema: progressChange } } },
  },
})

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/progress/dashboard',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'My dashboard',
  response: { 200: dashboardReply },
})
