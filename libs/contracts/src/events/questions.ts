import { z } from 'zod'
import { uuid } from '../api/common.ts'
import { difficulty, questionOption, questionType } from '../api/questions.ts'
import { envelope } from './envelope.ts'

/** What others need of a question version: enough to grade, weigh and name it. */
export const questionSnapshot = z.object({
  questionId: uuid,
  version: z.int(),
  title: z.string(),
  type: questionType,
  difficulty,
  options: z.array(questionOption),
  explanation: z.string(),
  category: z.string(),
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

/**
 * Where the questions service answers a `questionReplayRequest` with a `questionReplayPage`, as NATS request and reply.
 * Outside of the stream's subjects: it is a conversation, not a fact.
 */
export const questionReplaySubject = 'service.questions.replay'

/** Every version of every question, in pages: from the beginning, or after where the page before ended. */
export const questionReplayRequest = z.object({
  after: z.object({ questionId: uuid, version: z.int() }).nullable(),
  limit: z.int().min(1).max(500).default(200),
})
export type QuestionReplayRequest = z.input<typeof questionReplayRequest>

/** The message of each version as it was told when it was made; `next` is null at the end. */
export const questionReplayPage = z.object({
  messages: z.array(questionMessage),
  next: questionReplayRequest.shape.after,
})
export type QuestionReplayPage = z.infer<typeof questionReplayPage>
