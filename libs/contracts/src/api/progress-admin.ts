import { z } from 'zod'
import { analyticsQuery } from './analytics.ts'
import { pageQuery, pagination, success, timestamp, uuid } from './common.ts'
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
