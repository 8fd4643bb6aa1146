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
import { startBackgroundWork } from '../jobs/background-work.ts'
import { abortable, whenAborted } from '../jobs/delay.ts'
import type { Nats } from '../messaging/nats.ts'
import { createTokenVerifier, type TokenVerifier } from './auth.ts'
import { type KeySet, watchKeySet } from './key-set.ts'

export interface Revocations {
  /** Resolves once it is known which sessions had ended when this process started. */
  check(): Promise<void>
  stop(): void
}

/**
 * Rejects the tokens of ended sessions, in every process. Reads from the start all sessions that ended within the
 * longest token lifetime, so a process that was down doesn't miss any.
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
      log.error(
        { err: error, subject: message.subject },
        'received an invalid message about an ended session',
      )
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
      // A restarted server has lost this consumer, so this run ends and the next one creates a new consumer.
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
    // A single subject, not a list of one: servers before 2.10 reject lists.
    filter_subjects: identitySubjects.sessionEnded,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(Date.now() - ADMIN_TOKEN_TTL * 1000).toISOString(),
  })
}

function isStreamMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
}

export interface TokenChecks {
  verifier: TokenVerifier
  /** Resolves once the keys and the ended sessions are known. */
  check(): Promise<void>
  stop(): void
}

/**
 * Everything a process needs to check tokens locally: identity's keys and the ended sessions, both received over
 * NATS.
 * @param keys finds the keys; by default identity's, watched over NATS
 */
export function startTokenChecks(nats: Nats, log: FastifyBaseLogger, keys?: KeySet): TokenChecks {
  const keySet = keys ?? watchKeySet(nats, log)
  const verifier = createTokenVerifier(async (header, token) => {
    // A new process must not accept the token of an ended session it doesn't know about yet. A service with its own
    // keys continues without NATS.
    if (keys === undefined) await revocations.check()
    return keySet.find(header, token)
  })
  keySet.onChange(() => verifier.forgetSignatures())
  const revocations = watchRevocations(nats, verifier, log)
  return {
    verifier,
    check: async () => {
      await keySet.check()
      await revocations.check()
    },
    stop: () => {
      keySet.stop()
      revocations.stop()
    },
  }
}
