import { z } from 'zod'
import { pageQuery, pagination, shortText, success, timestamp, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Stats that are explained by their own name; others also name their subject. */
export const plainStats = [
  'points',
  'experience',
  'level',
  'accuracy',
  'totalQuestions',
  'correctAnswers',
  'timeSpent',
  'streak',
  'longestStreak',
  'streakFreezes',
  'completionRate',
  'flashcardRetention',
] as const

/** Stats with another name in a learner's progress. */
export const statAliases: Readonly<Record<string, string>> = {
  currentStreak: 'streak',
  totalPoints: 'points',
}

/**
 * One of the above, or `badge:<id>`, `section:<name>` (its mastery), `category:<name>` (its accuracy), `forecast` (of all
 * topics), `exam:<id>` (a mock exam).
 */
export const explainParams = z.object({
  figure: z.union([
    z.enum(plainStats),
    z.enum(Object.keys(statAliases)),
    z.literal('forecast'),
    shortText(120).regex(/^(badge|section|category|exam):./, 'must be a figure that can be explained'),
  ]),
})
export const explainQuery = pageQuery

export const explanationEntry = z
  .object({
    eventId: uuid,
    /** Its name in docs/events.md. */
    type: z.string(),
    /** When it happened, and which day that was for the learner. */
    at: timestamp,
    day: z.iso.date(),
    timeZone: z.string(),
    recordedAt: timestamp,
    /** Its subject: a question, a challenge, a badge. */
    title: z.string().nullable(),
    /** What it adds to the sum. */
    amount: z.number(),
    /** For a ratio: what it adds to the denominator. */
    of: z.number().nullable(),
  })
  .meta({ id: 'ExplanationEntry' })
export type ExplanationEntry = z.infer<typeof explanationEntry>

export const explainReply = success({
  figure: z.string(),
  /** As displayed. */
  value: z.union([z.number(), z.string()]),
  /** How the value is computed from the sum. */
  rule: z.string(),
  /** The sum of all entries, not just of this page. */
  sum: z.number(),
  /** For a ratio: the denominator. */
  of: z.number().nullable(),
  /** Newest first. */
  entries: z.array(explanationEntry),
  pagination,
})

export const explainStat = endpoint({
  method: 'GET',
  path: '/api/progress/explain/:figure',
  service: 'progress',
  access: 'learner',
  summary: 'List the events behind a stat, with day and time zone',
  params: explainParams,
  query: explainQuery,
  response: { 200: explainReply },
})
