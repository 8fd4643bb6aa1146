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
import { PAGE_SIZE_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { difficultyInput } from '../questions/question-input.ts'
import { learningMode, timeZone } from './progress.ts'

const sessionId = shortText(64)
const sections = z.array(shortText(100)).max(50)
const difficulty = z.enum(['beginner', 'intermediate', 'advanced', 'mixed'])

/** POST: starts a session. The client generates its id, which its answers carry; a session sent twice starts once. */
export const learningSessionInput = z.object({
  sessionId,
  startTime: timestamp.optional(),
  learningMode: learningMode.default('free-style'),
  planId: shortText(100).optional(),
  sections: sections.default([]),
  difficulty: difficulty.default('mixed'),
  /** The time zone that decides which day it counts for; by default that of the last answer. */
  timeZone: timeZone.optional(),
})
export type LearningSessionInput = z.infer<typeof learningSessionInput>

/** PATCH: sets its end or its subject; missing fields stay. */
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
    /** Null while it is in progress. */
    endTime: timestamp.nullable(),
    learningMode,
    planId: z.string().nullable(),
    /** The number of answers with its id. */
    questionsAnswered: z.int(),
    correctAnswers: z.int(),
    /** Seconds spent on those answers. */
    timeSpent: z.number(),
    /** The topics it was started for, or else those of its answers. */
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
  summary: 'Start a learning session; idempotent by its id',
  body: learningSessionInput,
  response: { 200: learningSessionReply },
})

export const listLearningSessions = endpoint({
  method: 'GET',
  path: '/api/progress/sessions',
  service: 'progress',
  access: 'learner',
  summary: 'List your learning sessions, newest first',
  query: pageQuery,
  response: { 200: learningSessionListReply },
})

export const getLearningSession = endpoint({
  method: 'GET',
  path: '/api/progress/sessions/:sessionId',
  service: 'progress',
  access: 'learner',
  summary: 'Get one of your learning sessions',
  params: learningSessionParams,
  response: { 200: learningSessionReply },
})

export const updateLearningSession = endpoint({
  method: 'PATCH',
  path: '/api/progress/sessions/:sessionId',
  service: 'progress',
  access: 'learner',
  summary: 'End a learning session, or change its subject',
  params: learningSessionParams,
  body: learningSessionPatch,
  response: { 200: learningSessionReply },
})

export const nextQuestionsQuery = z.object({
  count: queryInteger(1, PAGE_SIZE_MAX).default(20),
  /** By id or name. */
  category: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
  /** Without questions that only the learner can grade. */
  graded: queryBoolean.default(false),
  /** From 10 graded first answers on: those with about the wanted chance of a correct answer, instead of unseen first. */
  mode: z.enum(['adaptive']).optional(),
  /** The same seed gives the same order of unseen questions. */
  seed: shortText(64).optional(),
})
export type NextQuestionsQuery = z.infer<typeof nextQuestionsQuery>

/** Why a question was selected for a learner. */
export const selectionReason = z
  .object({
    questionId: uuid,
    /** Of answering it correctly: 0 to 1. */
    chance: z.number(),
    /** `label`: the question has fewer than 30 first answers, so its difficulty label counts as well. */
    basis: z.enum(['label', 'measured']),
    /** First answers to its newest version. */
    n: z.int(),
  })
  .meta({ id: 'SelectionReason' })
export type SelectionReason = z.infer<typeof selectionReason>

export const nextQuestionsReply = success({
  /**
   * In the order to ask them: unseen, then missed or answered correctly at least a week ago, oldest first; in adaptive
   * mode those nearest to the wanted chance first.
   */
  questionIds: z.array(uuid),
  /** The number of questions to choose from. */
  total: z.int(),
  /** The topics that the learner practices, without a category or path; null for all. */
  topics: z.array(z.string()).nullable(),
  /** If they were selected for the learner's ability. */
  adaptive: z
    .object({
      /** The wanted chance: 0 to 1. */
      wanted: z.number(),
      reasons: z.array(selectionReason),
    })
    .optional(),
})

export const nextQuestions = endpoint({
  method: 'GET',
  path: '/api/progress/next',
  service: 'progress',
  access: 'learner',
  summary:
    'The questions to practice next: unseen ones first; those answered correctly in the last 7 days only when no others are left',
  query: nextQuestionsQuery,
  response: { 200: nextQuestionsReply },
})

const MARKS_MAX = 200

/** Whether the latest answer to a question was correct. */
export const questionMark = z
  .object({ questionId: uuid, isCorrect: z.boolean() })
  .meta({ id: 'QuestionMark' })
export type QuestionMark = z.infer<typeof questionMark>

export const listQuestionMarks = endpoint({
  method: 'GET',
  path: '/api/progress/questions',
  service: 'progress',
  access: 'learner',
  summary: 'Which of these questions I have answered, and whether the latest answer was correct',
  query: z.object({
    /** Comma-separated. */
    ids: z
      .string()
      .max(MARKS_MAX * 37)
      .transform((text) => text.split(','))
      .pipe(z.array(uuid).max(MARKS_MAX)),
  }),
  response: { 200: success({ marks: z.array(questionMark) }) },
  example: { query: { ids: '8d5229c8-16de-4b2d-98c4-df2164f3c7b4' } },
})

export const questionsByStatusQuery = pageQuery.extend({
  /** According to the latest answer. */
  status: z.enum(['unseen', 'missed', 'correct']),
  /** By id or name. */
  category: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
})
export type QuestionsByStatusQuery = z.infer<typeof questionsByStatusQuery>

export const listQuestionsByStatus = endpoint({
  method: 'GET',
  path: '/api/progress/questions/by-status',
  service: 'progress',
  access: 'learner',
  summary: 'The questions that I have not seen, missed, or answered correctly, by path and difficulty',
  query: questionsByStatusQuery,
  response: { 200: success({ questionIds: z.array(uuid), pagination }) },
  example: { query: { status: 'missed' } },
})
