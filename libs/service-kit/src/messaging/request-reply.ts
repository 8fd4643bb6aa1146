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
  /** What is requested; for the log. */
  name: string
  /** @returns the reply, sent as JSON; if it rejects, no reply is sent and the caller times out */
  answer(request: unknown): Promise<unknown>
}

/** Replies to requests of other services over NATS. One replica handles each request. */
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
          app.log.warn({ err }, `could not reply to a request for ${name}`),
        )
      },
    })
  }
  const respond = async (message: Msg) => message.respond(JSON.stringify(await answer(message.json())))
  // Not awaited: the service also starts while NATS is down. The subscription lives as long as the service.
  beforeServing(name, async () => void subscribe().catch(() => {}))
}

/**
 * Sends a request to another service over NATS.
 * @param timeout milliseconds to wait for the reply
 * @returns the reply, parsed from JSON but not validated
 * @throws if NATS is down, or no service replies in time
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

/** Milliseconds for the questions service to reply. */
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
