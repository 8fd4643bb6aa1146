import { z } from 'zod'
import { uuid } from '../api/common.ts'
import { questionMessage } from './questions.ts'

/**
 * Where the questions service answers a `questionLookupRequest` with a `questionLookupReply`, as NATS request and reply:
 * who keeps a copy of the bank asks before saying that a question doesn't exist, for the copy may be behind.
 */
export const questionLookupSubject = 'service.questions.lookup'

/** A version of a question; the newest, where none is named. */
export const questionLookupRequest = z.object({ questionId: uuid, version: z.int().min(1).optional() })
export type QuestionLookupRequest = z.infer<typeof questionLookupRequest>

/** The message as it was told, or would be told now; null where there is no such version. */
export const questionLookupReply = z.object({ message: questionMessage.nullable() })
export type QuestionLookupReply = z.infer<typeof questionLookupReply>
