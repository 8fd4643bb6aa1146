import { randomUUID } from 'node:crypto'
import type { Msg } from '@nats-io/transport-node'
import {
  DomainError,
  type QuestionLookupRequest,
  type QuestionMessage,
  questionLookupReply,
  questionLookupSubject,
  replySubject,
} from '@rehearse/contracts'
import type { Backend } from '../backend.ts'
import type { MessagingTables } from './messaging-tables.ts'
import type { Nats } from './nats.ts'

export interface Answering {
  subject: string
  /** What is requested, as the log names it. */
  name: string
  /** @returns what the asker gets, as JSON; one that is rejected is no answer, which is one too: the asker gives up */
  answer(request: unknown): Promise<unknown>
}

/** Answers what other services ask over NATS. One replica answers each request. */
export function answerRequests<Tables extends MessagingTables>(
  { app, nats, beforeServing }: Backend<Tables>,
  { subject, name, answer }: Answering,
): void {
  const subscribe = async () => {
    const connection = await nats.connection
    connection.subscribe(subject, {
      queue: 'repliers',
      callback: (lost, message) => {
        if (lost) return app.log.warn({ err: lost }, `lost the subscription to requests for ${name}`)
        respond(message).catch((err: unknown) =>
          app.log.warn({ err }, `could not answer a request for ${name}`),
        )
      },
    })
  }
  const respond = async (message: Msg) => message.respond(JSON.stringify(await answer(message.json())))
  // Not awaited: requests are served while NATS is away. The connection ends only with the service.
  beforeServing(name, async () => void subscribe().catch(() => {}))
}

/**
 * Asks another service over NATS.
 * @param timeout milliseconds for the reply
 * @returns the reply, parsed from JSON and not yet checked
 * @throws where NATS is away, no one answers there, or not in time
 */
export async function ask(nats: Nats, subject: string, request: object, timeout: number): Promise<unknown> {
  const connection = await nats.connected()
  const reply = await connection.request(subject, JSON.stringify(request), {
    timeout,
    noMux: true,
    reply: replySubject(nats.name, randomUUID()),
  })
  return reply.json()
}

/** Milliseconds for the questions service to answer. */
const lookupTimeout = 3_000

/**
 * Asks the questions service about a question that our copy doesn't have (yet).
 * @returns the event that would have announced it; null if the question doesn't exist
 * @throws {DomainError} unavailable, `question_unknown_yet`, if the questions service doesn't reply
 */
export async function lookUpQuestion(
  nats: Nats,
  request: QuestionLookupRequest,
): Promise<QuestionMessage | null> {
  try {
    return questionLookupReply.parse(await ask(nats, questionLookupSubject, request, lookupTimeout)).message
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
