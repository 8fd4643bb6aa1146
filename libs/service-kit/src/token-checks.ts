import type { FastifyBaseLogger } from 'fastify'
import { type KeySet, watchKeySet } from './key-set.ts'
import type { Nats } from './nats.ts'
import { watchRevocations } from './revocations.ts'
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts'

export interface TokenChecks {
  verifier: TokenVerifier
  /** Resolves once the keys are known. */
  check(): Promise<void>
  stop(): void
}

/**
 * All that a process needs to check tokens by itself: identity's keys and the ended sessions, both followed over NATS.
 * @param keys finds the keys; identity's, watched over NATS, unless said
 */
export function startTokenChecks(nats: Nats, log: FastifyBaseLogger, keys?: KeySet): TokenChecks {
  const keySet = keys ?? watchKeySet(nats, log)
  const verifier = createTokenVerifier(keySet.find)
  const revocations = watchRevocations(nats, verifier, log)
  return {
    verifier,
    check: keySet.check,
    stop: () => {
      keySet.stop()
      revocations.stop()
    },
  }
}
