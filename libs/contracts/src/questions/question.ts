import { z } from 'zod'
import { success, timestamp, uuid } from '../common.ts'

export const difficulty = z.enum(['beginner', 'intermediate', 'advanced'])
export type Difficulty = z.infer<typeof difficulty>

export const questionType = z.enum(['multiple-choice', 'true-false', 'open-ended', 'code'])
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

const publicQuestionFields = {
  id: uuid,
  version: z.int(),
  /** The language of its texts, if they are a translation. */
  language: z.string().optional(),
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

/** A question without its key, for visitors and learners. */
export const publicQuestion = z
  .object({ ...publicQuestionFields, options: z.array(publicOption) })
  .meta({ id: 'PublicQuestion' })
export type PublicQuestion = z.infer<typeof publicQuestion>

/** A question with its key, for admins (and learners with `include=answers`). */
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

/** A question for offline practice: with the key, without fields for admins. */
export const answeredQuestion = question
  .omit({ createdBy: true, usageCount: true })
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
