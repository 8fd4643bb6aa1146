import {
  DomainError,
  type QuestionLookupRequest,
  type QuestionMessage,
  questionLookupReply,
  questionLookupSubject,
} from '@rehearse/contracts'
import type { Nats } from './nats.ts'
import { ask } from './request-reply.ts'

/** Milliseconds for the questions service to answer. */
const patience = 3_000

/**
 * Asks the bank itself about a question that our copy doesn't know (yet).
 * @returns what would have told us of it; null where there is no such question
 * @throws {DomainError} unavailable, `question_unknown_yet`, where the bank doesn't answer: then nobody can say
 */
export async function lookUpQuestion(
  nats: Nats,
  request: QuestionLookupRequest,
): Promise<QuestionMessage | null> {
  try {
    return questionLookupReply.parse(await ask(nats, questionLookupSubject, request, patience)).message
  } catch (cause) {
    throw new DomainError({
      kind: 'unavailable',
      code: 'question_unknown_yet',
      message: 'Temporarily unavailable, please try again',
      retryAfterSeconds: 1,
      cause,
    })
  }
}
