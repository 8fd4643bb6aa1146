import { DeliverPolicy } from '@nats-io/jetstream'
import { ADMIN_TOKEN_TTL, identitySubjects, sessionEnded, streams } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { abortable } from './abortable.ts'
import { delay } from './delay.ts'
import type { Nats } from './nats.ts'
import type { TokenVerifier } from './token-verifier.ts'

/**
 * Refuses the tokens of ended sessions, in every process. It begins with those that ended while the longest-lived
 * token could still be valid, so that a process that was away learns what it missed.
 */
export function watchRevocations(
  nats: Nats,
  verifier: TokenVerifier,
  log: FastifyBaseLogger,
): { stop(): void } {
  const stopping = new AbortController()
  void (async () => {
    let failing = false
    while (!stopping.signal.aborted) {
      try {
        await follow(nats, verifier, stopping.signal, log)
        failing = false
      } catch (error) {
        // While identity has never run there is nothing to follow: worth a line, not one every half second.
        const level = failing ? 'debug' : 'warn'
        if (!stopping.signal.aborted) log[level]({ err: error }, 'cannot watch ended sessions, trying again')
        failing = true
      }
      await delay(500, stopping.signal)
    }
  })()
  return { stop: () => stopping.abort() }
}

async function follow(
  nats: Nats,
  verifier: TokenVerifier,
  stop: AbortSignal,
  log: FastifyBaseLogger,
): Promise<void> {
  const js = await abortable(nats.jetstream(), stop)
  const consumer = await js.consumers.get(streams.identity.name, {
    // Not as a list, be it of one: servers before 2.10 refuse those.
    filter_subjects: identitySubjects.sessionEnded,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(Date.now() - ADMIN_TOKEN_TTL * 1000).toISOString(),
  })
  const messages = await consumer.consume()
  stop.addEventListener('abort', () => messages.stop(), { once: true })
  for await (const message of messages) {
    const parsed = sessionEnded.safeParse(message.json())
    if (parsed.success) verifier.revokeSession(parsed.data.data.sessionId)
    else
      log.error({ err: parsed.error, subject: message.subject }, 'an ended session that nobody understands')
  }
}
