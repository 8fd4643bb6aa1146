import { z } from 'zod'
import { success } from './common.ts'

/** Days that one call may span. */
export const ANALYTICS_DAYS_MAX = 366

/** Days of the learner's, both included; the last 30 unless said. */
export const analyticsQuery = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
export type AnalyticsQuery = z.infer<typeof analyticsQuery>

/** What a learner did on one day of theirs; zeros where nothing happened. */
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
  /** The zone in which the learner was last seen. */
  timeZone: z.string(),
  analytics: z.array(dayAnalytics),
})
