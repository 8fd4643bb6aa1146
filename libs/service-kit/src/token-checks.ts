import type { FastifyBaseLogger } from 'fastify'
import { type KeySet, watchKeySet } from './key-set.ts'
import type { Nats } from './nats.ts'
import { watchRevocations } from './revocations.ts'
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts'

export interface TokenChecks {
  verifier: TokenVerifier
  /** Resolves once the keys and the ended sessions are known. */
  check(): Promise<void>
  stop(): void
}

/**
 * All that a process needs to check tokens by itself: identity's keys and the ended sessions, both followed over NATS.
 * @param keys finds the keys; identity's, watched over NATS, unless said
 */
export function startTokenChecks(nats: Nats, log: FastifyBaseLogger, keys?: KeySet): TokenChecks {
  const keySet = keys ?? watchKeySet(nats, log)
  const verifier = createTokenVerifier(async (header, token) => {
    // A token of an ended session must not slip in while a fresh process has yet to hear of it. Who has keys of its
    // own goes on without NATS.
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
