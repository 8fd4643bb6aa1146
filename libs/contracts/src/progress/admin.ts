import { z } from 'zod'
import { pageQuery, pagination, success, timestamp, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { analyticsQuery } from './history.ts'
import { interview } from './interview.ts'
import { badge, progressSummary } from './progress.ts'
import { cardSettings } from './reviews.ts'

/** Days in UTC, both included; by default the last 30. */
export const progressOverviewQuery = analyticsQuery

const figures = {
  answers: z.int(),
  correctAnswers: z.int(),
  /** Rounded percent. */
  accuracy: z.int(),
  /** Seconds. */
  timeSpent: z.number(),
  challengeAttempts: z.int(),
  reviews: z.int(),
}

export const platformDay = z
  .object({ date: z.iso.date(), activeLearners: z.int(), newLearners: z.int(), ...figures })
  .meta({ id: 'PlatformDay' })
export type PlatformDay = z.infer<typeof platformDay>

export const progressOverviewReply = success({
  /** Over all time. Learners are those who ever answered, tried or reviewed anything, including erased ones. */
  totals: z.object({ learners: z.int(), ...figures }),
  from: z.iso.date(),
  to: z.iso.date(),
  /** By time of arrival, oldest first; a day without activity has zeros. */
  days: z.array(platformDay),
  /** The progress of learners in each plan: each step also counts those of later steps. */
  plans: z.array(
    z.object({
      planId: z.string(),
      title: z.string().nullable(),
      started: z.int(),
      answered: z.int(),
      halfway: z.int(),
      completed: z.int(),
    }),
  ),
})

export const learnerProgressParams = z.object({ uid: z.string().min(1).max(64) })
export const learnerProgressQuery = z.object({ asOf: timestamp.optional() })

export const learnerProgressReply = success({
  /** Based on everything received up to this time. */
  asOf: timestamp,
  /** The number of events it is derived from. */
  events: z.int(),
  progress: progressSummary,
  badges: z.array(badge.pick({ id: true, name: true, rarity: true, points: true, earnedAt: true })),
  milestones: z.array(z.object({ id: z.string(), reachedAt: timestamp })),
  sectionsCompleted: z.array(z.string()),
  challenges: z.array(z.object({ challengeId: z.string(), points: z.int() })),
  /** What flashcards were scheduled with. */
  flashcards: cardSettings.pick({ retention: true, fit: true }),
  /** The interview that was set at that time, even if its day had passed. */
  interview: interview.pick({ date: true, minutesPerDay: true, timeZone: true, setAt: true }).nullable(),
})

/** With `asOf`, only events recorded by then. */
export const learnerEventsQuery = pageQuery.extend(learnerProgressQuery.shape)

export const learnerEvent = z
  .object({
    eventId: uuid,
    /** Its position among the learner's events, from 1. */
    streamVersion: z.int(),
    /** Its position in the whole log. */
    position: z.int(),
    /** See docs/events.md. */
    type: z.string(),
    schemaVersion: z.int(),
    recordedAt: timestamp,
    correlationId: z.string().nullable(),
    causationId: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'LearnerEvent' })
export type LearnerEvent = z.infer<typeof learnerEvent>
export const learnerEventsReply = success({ events: z.array(learnerEvent), pagination })

/** What the answers show to be wrong with a question; most serious first. */
export const itemProblem = z.enum([
  /** Strong learners answer it incorrectly: its key may be wrong. */
  'negative-discrimination',
  /** An edit made it discriminate less. */
  'worse-after-edit',
  /** Fewer correct answers than by guessing. */
  'below-chance',
  /** It hardly separates strong from weak learners. */
  'weak-discrimination',
])
export type ItemProblem = z.infer<typeof itemProblem>

/**
 * GET /api/admin/progress/questions. Hardest: lowest facility first. Broken: those with problems, most serious first.
 */
export const itemReportQuery = z.object({
  ...pageQuery.shape,
  order: z.enum(['hardest', 'broken']).default('hardest'),
})
export type ItemReportQuery = z.infer<typeof itemReportQuery>

/** A question in its newest version with statistics: see ItemVersionStatistics. */
export const itemReport = z
  .object({
    questionId: uuid,
    title: z.string(),
    version: z.int(),
    /** The newest version, which may have too few answers for statistics. */
    newestVersion: z.int(),
    n: z.int(),
    facility: z.number(),
    discrimination: z.number().nullable(),
    /** Seconds. */
    medianTime: z.number(),
    problems: z.array(itemProblem),
    /** The previous version with statistics. */
    before: z
      .object({ version: z.int(), facility: z.number(), discrimination: z.number().nullable() })
      .nullable(),
  })
  .meta({ id: 'ItemReport' })
export type ItemReport = z.infer<typeof itemReport>

export const itemReportReply = success({ data: z.array(itemReport), pagination })

/** The number of first attempts that a version needs for meaningful statistics; below it they are null. */
export const ITEM_STATISTICS_MIN = 30

export const itemStatisticsParams = z.object({ id: uuid })

export const itemVersionStatistics = z
  .object({
    version: z.int(),
    /** The versions with these statistics: this one and those before it that differ only in metadata; newest first. */
    versions: z.array(z.int()),
    /** First attempts, including those of erased learners. */
    n: z.int(),
    /** Share of correct answers: 0 to 1. */
    facility: z.number().nullable(),
    /** Item-rest correlation: -1 to 1; null also if all answers were alike. */
    discrimination: z.number().nullable(),
    /** How often each option was chosen, in their order. */
    picks: z
      .array(z.object({ optionId: z.string(), isCorrect: z.boolean(), count: z.int(), share: z.number() }))
      .nullable(),
    /**
     * Answers to a question without options: of matching, how often each choice was given for each left side; else the
     * ten most frequent ones, of texts only those that at least two learners gave.
     */
    responses: z
      .array(
        z.object({
          left: z.string().nullable(),
          text: z.string(),
          isCorrect: z.boolean(),
          count: z.int(),
          share: z.number(),
        }),
      )
      .nullable(),
    /** Seconds. */
    medianTime: z.number().nullable(),
    /** It discriminates less than the previous version: the edit made it worse. */
    isWorse: z.boolean(),
  })
  .meta({ id: 'ItemVersionStatistics' })
export type ItemVersionStatistics = z.infer<typeof itemVersionStatistics>

export const itemStatisticsReply = success({
  questionId: uuid,
  title: z.string(),
  /** Newest first. */
  versions: z.array(itemVersionStatistics),
})

export const getProgressOverview = endpoint({
  method: 'GET',
  path: '/api/admin/progress/overview',
  service: 'progress',
  access: 'admin',
  summary: 'Get learning activity: totals, counts per UTC day, and progress in plans',
  query: progressOverviewQuery,
  response: { 200: progressOverviewReply },
})

export const getLearnerProgress = endpoint({
  method: 'GET',
  path: '/api/admin/progress/learners/:uid',
  service: 'progress',
  access: 'admin',
  summary: 'Get a learner’s progress as of any time; zeros without activity',
  params: learnerProgressParams,
  query: learnerProgressQuery,
  response: { 200: learnerProgressReply },
})

export const listLearnerEvents = endpoint({
  method: 'GET',
  path: '/api/admin/progress/learners/:uid/events',
  service: 'progress',
  access: 'admin',
  summary: 'List a learner’s events, now or as of any time, newest first',
  params: learnerProgressParams,
  query: learnerEventsQuery,
  response: { 200: learnerEventsReply },
})

export const listItemReport = endpoint({
  method: 'GET',
  path: '/api/admin/progress/questions',
  service: 'progress',
  access: 'admin',
  summary: 'List the hardest or possibly broken questions with at least 30 first attempts',
  query: itemReportQuery,
  response: { 200: itemReportReply },
})

export const getItemStatistics = endpoint({
  method: 'GET',
  path: '/api/admin/progress/questions/:id/statistics',
  service: 'progress',
  access: 'admin',
  summary: 'Get the statistics of a question by version, for versions with at least 30 first attempts',
  params: itemStatisticsParams,
  response: { 200: itemStatisticsReply },
})
