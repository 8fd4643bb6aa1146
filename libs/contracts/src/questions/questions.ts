import { z } from 'zod'
import {
  languageCode,
  pageQuery,
  pagination,
  queryBoolean,
  queryInteger,
  shortText,
  success,
  timestamp,
  uuid,
} from '../common.ts'
import { OPTIONS_MAX, PAGE_SIZE_MAX, TAGS_MAX, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import {
  answeredQuestion,
  contentStatus,
  publicQuestion,
  question,
  questionOneReply,
  questionParams,
  questionReply,
  questionVersion,
} from './question.ts'
import { difficultyInput, questionTypeInput } from './question-input.ts'
import { questionStatsReply } from './taxonomy.ts'
import { correctResponse, questionResponse } from './typed-answer.ts'

/** Filters of questions; all of them by default. */
export const questionFilterQuery = z.object({
  category: shortText(100).optional(),
  subcategory: shortText(100).optional(),
  topic: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  sectionId: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
  type: questionTypeInput.optional(),
  /** Comma-separated, or repeated; a question must have all of them. */
  tags: z
    .union([
      shortText(500),
      z
        .array(shortText(500))
        .max(TAGS_MAX)
        .transform((all) => all.join(',')),
    ])
    .optional(),
  isActive: queryBoolean.optional(),
  approved: queryBoolean.optional(),
  status: contentStatus.optional(),
  search: shortText(TEXT_MAX.search).optional(),
  /** Comma-separated: only these questions, if they match. */
  ids: z
    .string()
    .max(PAGE_SIZE_MAX * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(uuid).max(PAGE_SIZE_MAX))
    .optional(),
})
export type QuestionFilterQuery = z.infer<typeof questionFilterQuery>

/** Fields with few values sort by value, newest first in each. */
export const sharedOrders = ['category', 'learningPath', 'difficulty', 'type', 'status'] as const
export type SharedOrder = (typeof sharedOrders)[number]

/** Statistics, with empty values last in either direction. */
export const statisticsOrders = ['attempts', 'facility', 'discrimination'] as const

export const questionListQuery = z.object({
  ...pageQuery.shape,
  ...questionFilterQuery.shape,
  orderBy: z
    .enum([
      ...(['createdAt', 'updatedAt', 'title', 'order', 'usageCount', 'points'] as const),
      ...statisticsOrders,
      ...sharedOrders,
    ])
    .default('createdAt'),
  orderDirection: z.enum(['asc', 'desc']).optional(),
  includePagination: queryBoolean.default(true),
  random: queryBoolean.default(false),
  count: queryInteger(1, 100).optional(),
  seed: shortText(64).optional(),
  include: z.enum(['answers']).optional(),
  /** Translated texts are in this language, all others in English. */
  language: languageCode.optional(),
})
export type QuestionListQuery = z.infer<typeof questionListQuery>

export const questionListReply = success({
  data: z.array(questionReply),
  pagination: pagination.optional(),
})

/**
 * GET /api/questions/unified/search: words, their prefixes and code (`===`, `Array.map`, `.then(`), with typos
 * forgiven.
 */
export const questionSearchQuery = z.object({
  ...pageQuery.shape,
  ...questionFilterQuery.omit({ status: true }).shape,
  search: shortText(TEXT_MAX.search),
  include: z.enum(['answers']).optional(),
})
export type QuestionSearchQuery = z.infer<typeof questionSearchQuery>

/** A text as segments, some of them matches; joined, they are the plain text. */
export const markedText = z.array(z.object({ text: z.string(), marked: z.boolean() }))
export type MarkedText = z.infer<typeof markedText>

export const searchMatch = z.object({
  match: z.object({
    title: markedText,
    /** The excerpt of `field` with the most matches. */
    excerpt: z.object({ field: z.enum(['content', 'options', 'tags']), text: markedText }),
  }),
})
export type SearchMatch = z.infer<typeof searchMatch>['match']

/** A word that no question contains, and its corrections that were searched too. */
export const searchCorrection = z.object({ typed: z.string(), tried: z.array(z.string()) })
export type SearchCorrection = z.infer<typeof searchCorrection>

export const questionSearchReply = success({
  /** Best first. */
  data: z.array(
    z.union([
      question.extend(searchMatch.shape),
      answeredQuestion.extend(searchMatch.shape),
      publicQuestion.extend(searchMatch.shape),
    ]),
  ),
  /** Pages of the ranked hits, which are all hits if `complete` is true. */
  pagination,
  complete: z.boolean(),
  corrections: z.array(searchCorrection),
})

export const checkInput = z.object({
  /** Empty for a question without options. */
  selectedOptionIds: z.array(z.string().max(32)).max(OPTIONS_MAX).default([]),
  /** For matching, short-answer and numeric questions. */
  response: questionResponse.optional(),
})
export const gradedOption = z.object({ id: z.string(), feedback: z.string() })
export const checkReply = success({
  result: z.object({
    /** Null if only the learner can grade it: an open-ended question. */
    isCorrect: z.boolean().nullable(),
    correctOptionIds: z.array(z.string()),
    correctResponse: correctResponse.nullable(),
    explanation: z.string(),
    optionFeedback: z.array(gradedOption),
  }),
})

export const versionAction = z.enum(['created', 'updated', 'deleted', 'restored'])
export type VersionAction = z.infer<typeof versionAction>

/** GET /api/questions/unified/{id}/history: every version, newest first. */
export const questionHistoryReply = success({
  data: z.array(
    z.object({
      version: z.int(),
      action: versionAction,
      changedBy: z.string().nullable(),
      changedAt: timestamp,
      /** Fields that differ from the previous version; empty for the first. */
      changes: z.array(z.string()),
      /** The question in this version. */
      question: questionVersion,
    }),
  ),
  pagination,
})

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/questions/unified',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  direct: true,
  summary: 'List, filter, search or randomly select questions',
  query: questionListQuery,
  response: { 200: questionListReply },
})

export const searchQuestions = endpoint({
  method: 'GET',
  path: '/api/questions/unified/search',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  summary: 'Search questions, best match first, with the matches marked',
  query: questionSearchQuery,
  response: { 200: questionSearchReply },
  example: { query: { search: 'closure' } },
})

export const getQuestion = endpoint({
  method: 'GET',
  path: '/api/questions/unified/:id',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  direct: true,
  summary: 'Get a question',
  params: questionParams,
  query: questionListQuery.pick({ include: true, language: true }),
  response: { 200: questionOneReply },
})

export const checkAnswer = endpoint({
  method: 'POST',
  path: '/api/questions/unified/:id/check',
  service: 'questions',
  access: 'anyone',
  summary: 'Check an answer without recording it',
  description:
    'Returns the key, which `include=answers` gives to a signed-in learner, too. Not for questions that are reserved for a mock exam of this learner; a visitor can check any question.',
  params: questionParams,
  query: questionListQuery.pick({ language: true }),
  body: checkInput,
  response: { 200: checkReply },
  errors: {
    question_reserved: {
      status: 409,
      description:
        'the question is reserved for a mock exam of the signed-in learner; it is released by its first answer.',
    },
  },
})

export const listQuestionVersions = endpoint({
  method: 'GET',
  path: '/api/questions/unified/:id/history',
  service: 'questions',
  access: 'author',
  summary: 'List every version of a question, with its author, changes and time',
  params: questionParams,
  query: pageQuery,
  response: { 200: questionHistoryReply },
})

export const getQuestionStats = endpoint({
  method: 'GET',
  path: '/api/questions/stats',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  summary: 'Get statistics of the question bank',
  response: { 200: questionStatsReply },
})
