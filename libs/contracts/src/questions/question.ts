import { z } from 'zod'
import { success, timestamp, uuid } from '../common.ts'
import { questionAnswer, questionPrompt } from './typed-answer.ts'

export const difficulty = z.enum(['beginner', 'intermediate', 'advanced'])
export type Difficulty = z.infer<typeof difficulty>

export const questionType = z.enum([
  'multiple-choice',
  'true-false',
  'open-ended',
  'code',
  'matching',
  'short-answer',
  'numeric',
])
export type QuestionType = z.infer<typeof questionType>

export const selection = z.enum(['one', 'many'])

export const questionOption = z.object({
  id: z.string(),
  text: z.string(),
  isCorrect: z.boolean(),
  /** Why this option is incorrect, or correct; shown with the graded answer. */
  feedback: z.string().optional(),
})
export type QuestionOption = z.infer<typeof questionOption>

/** An option without the key. */
export const publicOption = z.object({ id: z.string(), text: z.string() })

/** Where a question stands in the editorial process; learners and visitors see it only while it is approved. */
export const contentStatus = z.enum(['draft', 'in-review', 'scheduled', 'approved', 'archived'])
export type ContentStatus = z.infer<typeof contentStatus>

/** The editorial state of a question. Only editors see it. */
export const editorialFields = {
  status: contentStatus,
  /** The editor who changed the status last, or `schedule`; null if it never changed. */
  statusChangedBy: z.string().nullable(),
  statusChangedAt: timestamp.nullable(),
  /** The comment of that change, such as what to mend in a returned question. */
  statusComment: z.string().nullable(),
  /** The editor who is asked to review it. */
  reviewer: z.string().nullable(),
  /** When a scheduled question is published. */
  publishAt: timestamp.nullable(),
  /** When an approved question is archived. */
  expiresAt: timestamp.nullable(),
}

const publicQuestionFields = {
  id: uuid,
  version: z.int(),
  /** The language of its texts, if they are a translation. */
  language: z.string().optional(),
  title: z.string(),
  content: z.string(),
  type: questionType,
  selection: selection.nullable(),
  /** What a matching, short-answer or numeric question asks for; null for other types. */
  prompt: questionPrompt.nullish(),
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

/** A question without its key, for visitors and learners. */
export const publicQuestion = z
  .object({ ...publicQuestionFields, options: z.array(publicOption) })
  .meta({ id: 'PublicQuestion' })
export type PublicQuestion = z.infer<typeof publicQuestion>

/** What first attempts show; see ItemVersionStatistics. */
export const questionStatistics = z.object({
  attempts: z.int(),
  facility: z.number().nullable(),
  discrimination: z.number().nullable(),
})
export type QuestionStatistics = z.infer<typeof questionStatistics>

/** A question with its key, for admins (and learners with `include=answers`). */
export const question = z
  .object({
    ...publicQuestionFields,
    options: z.array(questionOption),
    correctAnswers: z.array(z.string()),
    /** The key of a matching, short-answer or numeric question; null for other types. */
    answer: questionAnswer.nullish(),
    explanation: z.string(),
    createdBy: z.string().nullable(),
    usageCount: z.int(),
    ...editorialFields,
    /** In lists. */
    statistics: questionStatistics.optional(),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof question>

/** The part of a question that each version stores. */
export const questionVersion = question.omit({
  id: true,
  version: true,
  createdBy: true,
  createdAt: true,
  updatedAt: true,
  usageCount: true,
  prompt: true,
  statusChangedBy: true,
  statusChangedAt: true,
  statistics: true,
})
export type QuestionVersion = z.infer<typeof questionVersion>

/** A question for offline practice: with the key, without fields for admins. */
export const answeredQuestion = question
  .omit({
    createdBy: true,
    usageCount: true,
    statistics: true,
    status: true,
    statusChangedBy: true,
    statusChangedAt: true,
    statusComment: true,
    reviewer: true,
    publishAt: true,
    expiresAt: true,
  })
  .meta({ id: 'AnsweredQuestion' })
export type AnsweredQuestion = z.infer<typeof answeredQuestion>

/** Most specific first: the serializer uses the first that fits, and each drops unknown fields. */
export const questionReply = z.union([question, answeredQuestion, publicQuestion])
export type QuestionReply = z.infer<typeof questionReply>

export const questionOneReply = success({ data: questionReply })
export const questionWrittenReply = success({ data: question, message: z.string() })

/** No question has this id: an id that isn't a UUID is treated as unknown. */
const missingId = '00000000-0000-0000-0000-000000000000'

export const questionParams = z.object({ id: uuid.catch(missingId).meta({ default: undefined }) })
