import { z } from 'zod'
import { pageQuery, pagination, success, timestamp, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { envelope } from '../envelope.ts'
import { answerSubmittedFacts } from './events.ts'

export const regradeParams = z.object({ id: uuid })

/** Answers to this version are graded by the newest version's key. */
export const regradeInput = z.object({
  version: z.int().min(1).max(2_147_483_647),
  /** Only report what would change. */
  dryRun: z.boolean().default(true),
})

/** How many points are gained or lost (0 or more), and by how many learners. */
const pointsOfLearners = z.object({ points: z.int().min(0), learners: z.int().min(0) })

export const regradeReply = success({
  questionId: uuid,
  version: z.int(),
  /** The version with the correct key. */
  keyVersion: z.int(),
  dryRun: z.boolean(),
  /** Running: the rest is done in the background. Call again to see the progress. */
  status: z.enum(['planned', 'running', 'done']),
  /** What changes, or has changed so far. */
  changes: z.object({
    answers: z.int(),
    learners: z.int(),
    /** The total change in points of all learners, including those of badges. */
    points: z.int(),
    /** Learners who have more points in the end, and those who have fewer. */
    gains: pointsOfLearners,
    losses: pointsOfLearners,
    /** Badges earned by it. None is ever revoked. */
    badges: z.int(),
  }),
})

/** A change in a learner's stats that they didn't cause. */
export const notice = z
  .object({
    id: uuid,
    type: z.literal('answer-regraded'),
    at: timestamp,
    questionId: uuid,
    questionVersion: z.int(),
    title: z.string(),
    answeredAt: timestamp,
    wasCorrect: z.boolean(),
    isCorrect: z.boolean(),
    /** The change in points. */
    points: z.int(),
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof notice>

export const noticesReply = success({ notices: z.array(notice), pagination })

const { questionId, questionVersion, attempt, difficulty, category, learningPath, section } =
  answerSubmittedFacts.clear.shape
const { timeZone, answeredAt } = answerSubmittedFacts.personal.shape

/** An answer was regraded because the key of its question was wrong. */
export const answerRegradedFacts = {
  clear: z.object({
    learnerId: z.string(),
    /** The id of the answer's event. */
    progressId: uuid,
    questionId,
    questionVersion,
    /** The version whose key now grades it. */
    keyVersion: z.int(),
    wasCorrect: z.boolean(),
    isCorrect: z.boolean(),
    attempt,
    difficulty,
    category,
    learningPath,
    section,
    /** The stats in which the answer still counted, unless a reset has excluded it. */
    counts: z.object({ totals: z.boolean(), path: z.boolean(), section: z.boolean() }),
  }),
  personal: z.object({ timeZone, answeredAt, regradedAt: timestamp }),
}
const answerRegradedData = z.object({
  ...answerRegradedFacts.clear.shape,
  ...answerRegradedFacts.personal.shape,
})
export type AnswerRegradedData = z.infer<typeof answerRegradedData>

export const answerRegradedSubject = 'progress.answer.regraded.v1'
export const answerRegraded = envelope('AnswerRegraded', 1, answerRegradedFacts.clear)

export const listRegradeNotifications = endpoint({
  method: 'GET',
  path: '/api/progress/notices',
  service: 'progress',
  access: 'learner',
  summary: 'List your regraded answers, newest first',
  query: pageQuery,
  response: { 200: noticesReply },
})

export const regradeQuestion = endpoint({
  method: 'POST',
  path: '/api/admin/progress/questions/:id/regrade',
  service: 'progress',
  access: 'admin',
  summary: 'Regrade the answers to a version with the newest key: as a dry run, then for real',
  params: regradeParams,
  body: regradeInput,
  response: { 200: regradeReply },
})
