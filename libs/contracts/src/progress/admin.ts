import { z } from 'zod'
import { pageQuery, pagination, success, timestamp, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { analyticsQuery } from './history.ts'
import { badge, progressSummary } from './progress.ts'

/** Days in UTC, both included; the last 30 unless said. */
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
  /** Since the beginning. Learners are those who ever answered, tried or reviewed anything, erased ones included. */
  totals: z.object({ learners: z.int(), ...figures }),
  from: z.iso.date(),
  to: z.iso.date(),
  /** By when things arrived, oldest first; a day without anything has zeros. */
  days: z.array(platformDay),
  /** How far learners have come with each plan: each step counts those of the steps after it, too. */
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
  /** By all that had reached us then. */
  asOf: timestamp,
  /** Facts that it follows from. */
  events: z.int(),
  progress: progressSummary,
  badges: z.array(badge.pick({ id: true, name: true, rarity: true, points: true, earnedAt: true })),
  milestones: z.array(z.object({ id: z.string(), reachedAt: timestamp })),
  sectionsCompleted: z.array(z.string()),
  challenges: z.array(z.object({ challengeId: z.string(), points: z.int() })),
})

/** With `asOf` only what had been recorded by then. */
export const learnerEventsQuery = pageQuery.extend(learnerProgressQuery.shape)

export const learnerEvent = z
  .object({
    eventId: uuid,
    /** Its place among the learner's facts, from 1. */
    streamVersion: z.int(),
    /** Its place in the whole log. */
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

/** What is wrong with a question, by how learners do with it; the gravest first. */
export const itemProblem = z.enum([
  /** Those who do well elsewhere get it wrong: its key may be wrong. */
  'negative-discrimination',
  /** An edit made it discriminate less. */
  'worse-after-edit',
  /** Fewer get it right than would by guessing. */
  'below-chance',
  /** It hardly tells those who know from those who don't. */
  'weak-discrimination',
])
export type ItemProblem = z.infer<typeof itemProblem>

/** GET /api/admin/progress/questions. Hardest: by facility, the lowest first. Broken: those with problems, the gravest first. */
export const itemReportQuery = z.object({
  ...pageQuery.shape,
  order: z.enum(['hardest', 'broken']).default('hardest'),
})
export type ItemReportQuery = z.infer<typeof itemReportQuery>

/** A question by its newest version that has figures: see ItemVersionStatistics. */
export const itemReport = z
  .object({
    questionId: uuid,
    title: z.string(),
    version: z.int(),
    /** A newer one is there, which too few have answered yet. */
    newestVersion: z.int(),
    n: z.int(),
    facility: z.number(),
    discrimination: z.number().nullable(),
    /** Seconds. */
    medianTime: z.number(),
    problems: z.array(itemProblem),
    /** The version before it that has figures. */
    before: z
      .object({ version: z.int(), facility: z.number(), discrimination: z.number().nullable() })
      .nullable(),
  })
  .meta({ id: 'ItemReport' })
export type ItemReport = z.infer<typeof itemReport>

export const itemReportReply = success({ data: z.array(itemReport), pagination })

/** So many first attempts a version needs before its figures say anything; below they are null. */
export const ITEM_STATISTICS_MIN = 30

export const itemStatisticsParams = z.object({ id: uuid })

export const itemVersionStatistics = z
  .object({
    version: z.int(),
    /** First attempts, those of erased learners included. */
    n: z.int(),
    /** Share of right ones: 0 to 1. */
    facility: z.number().nullable(),
    /** Item-rest correlation: -1 to 1; null also where all answered alike. */
    discrimination: z.number().nullable(),
    /** How often each option was chosen, in their order. */
    picks: z
      .array(z.object({ optionId: z.string(), isCorrect: z.boolean(), count: z.int(), share: z.number() }))
      .nullable(),
    /** Seconds. */
    medianTime: z.number().nullable(),
    /** It discriminates less than the version before it: the edit did no good. */
    isWorse: z.boolean(),
  })
  .meta({ id: 'ItemVersionStatistics' })
export type ItemVersionStatistics = z.infer<typeof itemVersionStatistics>

export const itemStatisticsReply = success({
  questionId: uuid,
  title: z.string(),
  /** The newest first. */
  versions: z.array(itemVersionStatistics),
})

export const getProgressOverview = endpoint({
  method: 'GET',
  path: '/api/admin/progress/overview',
  service: 'progress',
  access: 'admin',
  tag: 'progress',
  summary: 'How much is learned: totals, day by day in UTC, and how far learners come with plans',
  query: progressOverviewQuery,
  response: { 200: progressOverviewReply },
})

export const getLearnerProgress = endpoint({
  method: 'GET',
  path: '/api/admin/progress/learners/:uid',
  service: 'progress',
  access: 'admin',
  tag: 'progress',
  summary: 'How a learner stood at any instant; zeros for one who has done nothing yet',
  params: learnerProgressParams,
  query: learnerProgressQuery,
  response: { 200: learnerProgressReply },
})

export const listLearnerEvents = endpoint({
  method: 'GET',
  path: '/api/admin/progress/learners/:uid/events',
  service: 'progress',
  access: 'admin',
  tag: 'progress',
  summary: 'All that is recorded of a learner, or was at an instant, newest first',
  params: learnerProgressParams,
  query: learnerEventsQuery,
  response: { 200: learnerEventsReply },
})

export const listItemReport = endpoint({
  method: 'GET',
  path: '/api/admin/progress/questions',
  service: 'progress',
  access: 'admin',
  tag: 'progress',
  summary: 'The hardest questions, or those that something is wrong with, from 30 first attempts on',
  query: itemReportQuery,
  response: { 200: itemReportReply },
})

export const getItemStatistics = endpoint({
  method: 'GET',
  path: '/api/admin/progress/questions/:id/statistics',
  service: 'progress',
  access: 'admin',
  tag: 'progress',
  summary: 'How a question does, version by version: figures from 30 first attempts on',
  params: itemStatisticsParams,
  response: { 200: itemStatisticsReply },
})
