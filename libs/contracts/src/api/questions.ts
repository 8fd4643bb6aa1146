import { z } from 'zod'
import { OPTIONS_MAX, OPTIONS_MIN, QUESTION_POINTS, QUESTION_TIME_LIMIT } from '../constants.ts'
import {
  longText,
  pageQuery,
  pagination,
  queryBoolean,
  queryInteger,
  shortText,
  success,
  timestamp,
  uuid,
} from './common.ts'

export const difficulty = z.enum(['beginner', 'intermediate', 'advanced'])
export type Difficulty = z.infer<typeof difficulty>

const difficultyNames = {
  beginner: 'beginner',
  easy: 'beginner',
  intermediate: 'intermediate',
  medium: 'intermediate',
  advanced: 'advanced',
  hard: 'advanced',
} as const

/** Difficulty as people write it (easy, medium, hard too, in any case), as it is stored. */
export const difficultyInput = z
  .string()
  .transform((name) => name.trim().toLowerCase())
  .pipe(z.enum(['beginner', 'easy', 'intermediate', 'medium', 'advanced', 'hard']))
  .transform((name): Difficulty => difficultyNames[name])

export const questionType = z.enum(['multiple-choice', 'true-false', 'open-ended', 'code'])
export type QuestionType = z.infer<typeof questionType>

/** What may be sent: `single` and `multiple` say how many options are right and are stored as multiple-choice. */
export const questionTypeInput = z.enum(['single', 'multiple', ...questionType.options])
export type QuestionTypeInput = z.infer<typeof questionTypeInput>

export const selection = z.enum(['one', 'many'])

export const questionOption = z.object({
  id: z.string(),
  text: z.string(),
  isCorrect: z.boolean(),
  /** Why this option is wrong, or right; shown with the graded answer. */
  feedback: z.string().optional(),
})
export type QuestionOption = z.infer<typeof questionOption>

/** Options as sent: an id is optional and follows the position (a, b, c …). */
export const questionOptionInput = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .optional(),
  text: longText(4_000).refine((text) => text.trim() !== '', 'must not be empty'),
  isCorrect: z.boolean().default(false),
  feedback: longText(4_000).optional(),
})

export const tag = shortText(50)

const questionFields = {
  title: shortText(300),
  content: longText(20_000).refine((text) => text.trim() !== '', 'must not be empty'),
  type: questionTypeInput.default('multiple-choice'),
  difficulty: difficultyInput.default('beginner'),
  options: z.array(questionOptionInput).max(OPTIONS_MAX).default([]),
  correctAnswers: z.array(z.string().max(32)).max(OPTIONS_MAX).optional(),
  category: shortText(100),
  subcategory: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  topic: shortText(100).optional(),
  sectionId: shortText(100).optional(),
  tags: z.array(tag).max(30).default([]),
  points: z.int().min(QUESTION_POINTS.min).max(QUESTION_POINTS.max),
  timeLimit: z.int().min(QUESTION_TIME_LIMIT.min).max(QUESTION_TIME_LIMIT.max),
  isActive: z.boolean().default(true),
  approved: z.boolean().default(true),
}

/** A single create. Bulk rows differ: no explanation needed and other defaults. */
export const questionInput = z.object({
  ...questionFields,
  explanation: longText(20_000).refine((text) => text.trim() !== '', 'must not be empty'),
  points: questionFields.points.default(QUESTION_POINTS.formDefault),
  timeLimit: questionFields.timeLimit.default(QUESTION_TIME_LIMIT.formDefault),
})
export type QuestionInput = z.infer<typeof questionInput>

/** One row of a bulk import, after parsing. Category, topic and path are names or ids; unknown ones are created. */
export const questionRow = z.object({
  ...questionFields,
  explanation: longText(20_000).default(''),
  category: questionFields.category.default('General'),
  points: questionFields.points.default(QUESTION_POINTS.bulkDefault),
  timeLimit: questionFields.timeLimit.default(QUESTION_TIME_LIMIT.bulkDefault),
})
export type QuestionRow = z.infer<typeof questionRow>
export type QuestionRowInput = z.input<typeof questionRow>

/** Partial update: what is absent stays. Defaults are dropped, or an update of the title would reset the rest. */
export const questionPatch = z
  .object({
    title: questionFields.title,
    content: questionFields.content,
    type: questionTypeInput,
    difficulty: difficultyInput,
    options: z.array(questionOptionInput).max(OPTIONS_MAX),
    correctAnswers: z.array(z.string().max(32)).max(OPTIONS_MAX),
    explanation: questionInput.shape.explanation,
    category: questionFields.category,
    subcategory: shortText(100).nullable(),
    learningPath: shortText(100).nullable(),
    topic: shortText(100).nullable(),
    sectionId: shortText(100).nullable(),
    tags: z.array(tag).max(30),
    points: questionFields.points,
    timeLimit: questionFields.timeLimit,
    isActive: z.boolean(),
    approved: z.boolean(),
  })
  .partial()
export type QuestionPatch = z.infer<typeof questionPatch>

/** An option as everyone may see it: without the key. */
export const publicOption = z.object({ id: z.string(), text: z.string() })

const publicQuestionFields = {
  id: uuid,
  version: z.int(),
  title: z.string(),
  content: z.string(),
  type: questionType,
  selection: selection.nullable(),
  difficulty,
  category: z.string(),
  subcategory: z.string().nullable(),
  learningPath: z.string().nullable(),
  topic: z.string().nullable(),
  sectionId: z.string().nullable(),
  tags: z.array(z.string()),
  points: z.int(),
  timeLimit: z.int(),
  isActive: z.boolean(),
  approved: z.boolean(),
  audioQuestion: z.string().nullable(),
  audioAnswer: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
}

/** A question without its key, as visitors and learners get it. */
export const publicQuestion = z
  .object({ ...publicQuestionFields, options: z.array(publicOption) })
  .meta({ id: 'PublicQuestion' })
export type PublicQuestion = z.infer<typeof publicQuestion>

/** A question with its key, as admins get it (and learners with `include=answers`). */
export const question = z
  .object({
    ...publicQuestionFields,
    options: z.array(questionOption),
    correctAnswers: z.array(z.string()),
    explanation: z.string(),
    createdBy: z.string().nullable(),
    usageCount: z.int(),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof question>

/** A learner's pack for offline practice: the key, but nothing that is for admins alone. */
export const answeredQuestion = question
  .omit({ createdBy: true, usageCount: true })
  .meta({ id: 'AnsweredQuestion' })
export type AnsweredQuestion = z.infer<typeof answeredQuestion>

/** Most specific first: the serialiser takes the first that fits, and each drops what it doesn't name. */
export const questionReply = z.union([question, answeredQuestion, publicQuestion])
export type QuestionReply = z.infer<typeof questionReply>

/** Which questions are meant; what is absent is any. */
export const questionFilterQuery = z.object({
  category: shortText(100).optional(),
  subcategory: shortText(100).optional(),
  topic: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  sectionId: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
  type: questionTypeInput.optional(),
  /** Comma-separated; a question must carry all of them. */
  tags: shortText(500).optional(),
  isActive: queryBoolean.optional(),
  approved: queryBoolean.optional(),
  search: shortText(200).optional(),
})
export type QuestionFilterQuery = z.infer<typeof questionFilterQuery>

export const questionListQuery = z.object({
  ...pageQuery.shape,
  ...questionFilterQuery.shape,
  orderBy: z.enum(['createdAt', 'updatedAt', 'title', 'order', 'usageCount']).default('createdAt'),
  orderDirection: z.enum(['asc', 'desc']).optional(),
  includePagination: queryBoolean.default(true),
  random: queryBoolean.default(false),
  count: queryInteger(1, 100).optional(),
  seed: shortText(64).optional(),
  include: z.enum(['answers']).optional(),
})
export type QuestionListQuery = z.infer<typeof questionListQuery>

export const questionListReply = success({
  data: z.array(questionReply),
  pagination: pagination.optional(),
})

/** GET /api/questions/unified/search: words, their beginnings and code (`===`, `Array.map`, `.then(`), slips forgiven. */
export const questionSearchQuery = z.object({
  ...pageQuery.shape,
  ...questionFilterQuery.shape,
  search: shortText(200),
  include: z.enum(['answers']).optional(),
})
export type QuestionSearchQuery = z.infer<typeof questionSearchQuery>

/** Text in pieces, some of them found: put together they are the text, and none of it is markup. */
export const markedText = z.array(z.object({ text: z.string(), marked: z.boolean() }))
export type MarkedText = z.infer<typeof markedText>

export const searchMatch = z.object({
  match: z.object({
    title: markedText,
    /** The part of a question in which most was found, cut out of `field`. */
    excerpt: z.object({ field: z.enum(['content', 'options', 'tags']), text: markedText }),
  }),
})
export type SearchMatch = z.infer<typeof searchMatch>['match']

/** A word that no question has, and the words that were looked for as well. */
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
  /** Of the hits that were ranked, which are all where `complete` is true. */
  pagination,
  complete: z.boolean(),
  corrections: z.array(searchCorrection),
})

export const questionOneReply = success({ data: questionReply })
export const questionWrittenReply = success({ data: question, message: z.string() })

/** Empty for a question without options, whose model answer the visitor wants to see. */
export const checkInput = z.object({ selectedOptionIds: z.array(z.string().max(32)).max(OPTIONS_MAX) })
export const gradedOption = z.object({ id: z.string(), feedback: z.string() })
export const checkReply = success({
  result: z.object({
    /** Null where only the learner can judge: the question has no options. */
    isCorrect: z.boolean().nullable(),
    correctOptionIds: z.array(z.string()),
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
      /** Fields that differ from the version before; empty for the first. */
      changes: z.array(z.string()),
      /** The question as it was in this version. */
      question: question.omit({
        id: true,
        version: true,
        createdBy: true,
        createdAt: true,
        updatedAt: true,
        usageCount: true,
      }),
    }),
  ),
  pagination,
})

/** What is wrong with the options of a question, as field errors; empty when all is well. */
export function optionFaults(input: {
  type: QuestionTypeInput
  options: readonly { isCorrect: boolean; text: string }[]
}): { path: string; message: string }[] {
  if (input.type === 'open-ended' || (input.type === 'code' && input.options.length === 0)) return []
  const right = input.options.filter((option) => option.isCorrect).length
  const faults: { path: string; message: string }[] = []
  if (input.options.length < OPTIONS_MIN) {
    faults.push({ path: 'options', message: `Must have at least ${OPTIONS_MIN} options` })
  }
  if (right === 0) faults.push({ path: 'options', message: 'Must have at least one correct answer' })
  if (right > 1 && (input.type === 'single' || input.type === 'true-false')) {
    faults.push({ path: 'options', message: 'A single-choice question has exactly one correct answer' })
  }
  return faults
}
