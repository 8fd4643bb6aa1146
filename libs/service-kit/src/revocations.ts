import {
  type Consumer,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JsMsg,
} from '@nats-io/jetstream'
import { ADMIN_TOKEN_TTL, DomainError, identitySubjects, sessionEnded, streams } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { abortable, whenAborted } from './abortable.ts'
import { startBackgroundWork } from './background-work.ts'
import type { Nats } from './nats.ts'
import type { TokenVerifier } from './token-verifier.ts'

export interface Revocations {
  /** Resolves once it is known which sessions had ended when this process began. */
  check(): Promise<void>
  stop(): void
}

/**
 * Refuses the tokens of ended sessions, in every process. It begins with those that ended while the longest-lived
 * token could still be valid, so that a process that was away learns what it missed.
 */
export function watchRevocations(
  nats: Nats,
  verifier: Pick<TokenVerifier, 'revokeSession'>,
  log: FastifyBaseLogger,
): Revocations {
  let isCaughtUp = false

  const revoke = (message: JsMsg) => {
    try {
      verifier.revokeSession(sessionEnded.parse(message.json()).data.sessionId)
    } catch (error) {
      log.error({ err: error, subject: message.subject }, 'an ended session that nobody understands')
    }
  }

  const follow = async (stop: AbortSignal) => {
    const js = await abortable(nats.jetstream(), stop)
    const consumer = await readEndedSessions(js).catch((error: unknown) => {
      // Identity has never run here: no session can have ended.
      if (isStreamMissing(error)) isCaughtUp = true
      throw error
    })
    if ((await consumer.info()).num_pending === 0) isCaughtUp = true
    const messages = await consumer.consume()
    const interests = [
      whenAborted(stop, () => messages.stop()),
      // A server that restarted has forgotten this consumer, so this run ends and the next makes a new one.
      nats.onReconnect(() => messages.stop()),
    ]
    try {
      for await (const message of messages) {
        revoke(message)
        if (message.info.pending === 0) isCaughtUp = true
      }
    } finally {
      for (const forget of interests) forget()
    }
  }

  const work = startBackgroundWork('ended sessions', follow, log)
  return {
    check: async () => {
      if (isCaughtUp) return
      throw new DomainError({
        kind: 'unavailable',
        code: 'sessions_unavailable',
        message: 'Temporarily unavailable, please try again',
        retryAfterSeconds: 1,
      })
    },
    stop: () => void work.stop(),
  }
}

function readEndedSessions(js: JetStreamClient): Promise<Consumer> {
  return js.consumers.get(streams.identity.name, {
    // Not as a list, be it of one: servers before 2.10 refuse those.
    filter_subjects: identitySubjects.sessionEnded,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(Date.now() - ADMIN_TOKEN_TTL * 1000).toISOString(),
  })
}

function isStreamMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
}
