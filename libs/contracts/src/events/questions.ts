import { z } from 'zod'
import { uuid } from '../api/common.ts'
import { difficulty, questionOption, questionType } from '../api/questions.ts'
import { envelope } from './envelope.ts'

/**
 * What others need of a question version: enough to grade, weigh and name it. `learningPath` and `sectionId` are ids
 * (see places.ts): the newest versions that are active and approved say which questions a path or a section has.
 */
export const questionSnapshot = z.object({
  questionId: uuid,
  version: z.int(),
  title: z.string(),
  type: questionType,
  difficulty,
  options: z.array(questionOption),
  explanation: z.string(),
  /** The category's name at that time, and its id, which stays; the first messages did not tell it. */
  category: z.string(),
  categoryId: z.string().optional(),
  learningPath: z.string().nullable(),
  sectionId: z.string().nullable(),
  topic: z.string().nullable(),
  points: z.int(),
  isActive: z.boolean(),
  approved: z.boolean(),
})
export type QuestionSnapshot = z.infer<typeof questionSnapshot>

export const questionSubjects = {
  created: 'questions.question.created.v1',
  revised: 'questions.question.revised.v1',
  /** A revision that took the question out of learners' sight. */
  deactivated: 'questions.question.deactivated.v1',
  deleted: 'questions.question.deleted.v1',
} as const

export const questionCreated = envelope('QuestionCreated', 1, questionSnapshot)
export const questionRevised = envelope('QuestionRevised', 1, questionSnapshot)
export const questionDeactivated = envelope('QuestionDeactivated', 1, questionSnapshot)
export const questionDeleted = envelope(
  'QuestionDeleted',
  1,
  z.object({ questionId: uuid, version: z.int() }),
)

export const questionMessage = z.discriminatedUnion('type', [
  questionCreated,
  questionRevised,
  questionDeactivated,
  questionDeleted,
])
export type QuestionMessage = z.infer<typeof questionMessage>
