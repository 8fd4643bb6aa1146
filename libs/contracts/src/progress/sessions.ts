import { z } from 'zod'
import { pageQuery, pagination, shortText, success, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { learningMode, timeZone } from './progress.ts'

const sessionId = shortText(64)
const sections = z.array(shortText(100)).max(50)
const difficulty = z.enum(['beginner', 'intermediate', 'advanced', 'mixed'])

/** POST: a session begins. Its id is made by the client, whose answers carry it; sent twice it begins once. */
export const learningSessionInput = z.object({
  sessionId,
  startTime: timestamp.optional(),
  learningMode: learningMode.default('free-style'),
  planId: shortText(100).optional(),
  sections: sections.default([]),
  difficulty: difficulty.default('mixed'),
  /** Whose day it counts for; else the zone of the last answer. */
  timeZone: timeZone.optional(),
})
export type LearningSessionInput = z.infer<typeof learningSessionInput>

/** PATCH: when it ended, or what it turned out to be about; what is absent stays. */
export const learningSessionPatch = z.object({
  endTime: timestamp.optional(),
  sections: sections.optional(),
  difficulty: difficulty.optional(),
})
export type LearningSessionPatch = z.infer<typeof learningSessionPatch>

export const learningSessionParams = z.object({ sessionId })

export const learningSession = z
  .object({
    sessionId,
    startTime: timestamp,
    /** Null while it lasts. */
    endTime: timestamp.nullable(),
    learningMode,
    planId: z.string().nullable(),
    /** Counted from the answers that carry its id. */
    questionsAnswered: z.int(),
    correctAnswers: z.int(),
    /** Seconds spent on those answers. */
    timeSpent: z.number(),
    /** Those it was begun for, else those that were answered in it. */
    sections,
    difficulty,
    createdAt: timestamp,
  })
  .meta({ id: 'LearningSession' })
export type LearningSession = z.infer<typeof learningSession>

export const learningSessionReply = success({ session: learningSession })
export const learningSessionListReply = success({ sessions: z.array(learningSession), pagination })

export const startLearningSession = endpoint({
  method: 'POST',
  path: '/api/progress/sessions',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'Begin a learning session; sent twice, it begins once',
  body: learningSessionInput,
  response: { 200: learningSessionReply },
})

export const listLearningSessions = endpoint({
  method: 'GET',
  path: '/api/progress/sessions',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'My learning sessions, newest first',
  query: pageQuery,
  response: { 200: learningSessionListReply },
})

export const getLearningSession = endpoint({
  method: 'GET',
  path: '/api/progress/sessions/:sessionId',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'One of my learning sessions',
  params: learningSessionParams,
  response: { 200: learningSessionReply },
})

export const updateLearningSession = endpoint({
  method: 'PATCH',
  path: '/api/progress/sessions/:sessionId',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'End a learning session, or change what it is about',
  params: learningSessionParams,
  body: learningSessionPatch,
  response: { 200: learningSessionReply },
})
