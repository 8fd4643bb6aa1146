import { z } from 'zod'
import { messageReply, shortText, success, timestamp, uuid } from '../common.ts'
import { BODY_LIMIT } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { questionResponse } from '../questions/typed-answer.ts'

/** How many unfinished practice sessions a learner has, for how many days after the last change, and how long. */
export const UNFINISHED_SESSIONS = { count: 5, days: 14, questions: 100 } as const

const questionIds = z.array(uuid).max(UNFINISHED_SESSIONS.questions)

/** What is practiced, as in the address of the practice page. */
const practiceSettings = z.object({
  mode: z.enum(['free', 'guided', 'review', 'bookmarks', 'one', 'list', 'step', 'interview']),
  filters: z.object({
    learningPath: shortText(100).optional(),
    category: shortText(100).optional(),
    difficulty: shortText(32).optional(),
  }),
  planId: shortText(100).nullable(),
  /** Several are separated by commas. */
  questionId: shortText(4_000).nullable(),
  listId: shortText(100).nullable(),
  stepId: shortText(100).nullable(),
})

/** PUT: a session that has begun; sent again, only the corrected questions are added. */
export const unfinishedSessionInput = z.object({
  settings: practiceSettings,
  startedAt: timestamp,
  /**
   * In the session's order, each once. The answer to each has this id on every device: the first one counts, and the
   * others get its result.
   */
  questions: z
    .array(z.object({ questionId: uuid, answerId: uuid }))
    .min(1)
    .max(UNFINISHED_SESSIONS.questions)
    .refine(
      (questions) => new Set(questions.map(({ questionId }) => questionId)).size === questions.length,
      'must name each question once',
    ),
  /** Missed questions that a repetition in the session has corrected. */
  corrected: questionIds.default([]),
})
export type UnfinishedSessionInput = z.infer<typeof unfinishedSessionInput>

const givenAnswer = z.object({
  isCorrect: z.boolean(),
  selectedOptionIds: z.array(z.string()),
  response: questionResponse.nullable(),
  points: z.int(),
  /** Seconds. */
  timeSpent: z.number(),
})

export const unfinishedSession = z
  .object({
    id: uuid,
    settings: practiceSettings,
    startedAt: timestamp,
    /** Of its last change; answers don't change it. */
    updatedAt: timestamp,
    questions: z.array(
      z.object({
        questionId: uuid,
        answerId: uuid,
        /** The answer that counts, from any device; null while there is none. */
        answer: givenAnswer.nullable(),
      }),
    ),
    corrected: questionIds,
  })
  .meta({ id: 'UnfinishedSession' })
export type UnfinishedSession = z.infer<typeof unfinishedSession>

const params = z.object({ id: uuid })
const unfinishedSessionReply = success({ session: unfinishedSession })

export const listUnfinishedSessions = endpoint({
  method: 'GET',
  path: '/api/progress/unfinished-sessions',
  service: 'progress',
  access: 'learner',
  summary: 'List your practice sessions that have open or missed questions, newest first',
  response: { 200: success({ sessions: z.array(unfinishedSession) }) },
})

export const getUnfinishedSession = endpoint({
  method: 'GET',
  path: '/api/progress/unfinished-sessions/:id',
  service: 'progress',
  access: 'learner',
  summary: 'Get one of your practice sessions with the answers that count, to continue it on any device',
  params,
  response: { 200: unfinishedSessionReply },
})

export const putUnfinishedSession = endpoint({
  method: 'PUT',
  path: '/api/progress/unfinished-sessions/:id',
  service: 'progress',
  access: 'learner',
  bodyLimit: BODY_LIMIT,
  summary: 'Store a practice session that has begun; an existing one keeps its questions',
  params,
  body: unfinishedSessionInput,
  response: { 200: unfinishedSessionReply },
})

export const deleteUnfinishedSession = endpoint({
  method: 'DELETE',
  path: '/api/progress/unfinished-sessions/:id',
  service: 'progress',
  access: 'learner',
  summary: 'Forget a practice session that is over; its answers stay',
  params,
  response: { 200: messageReply },
})
