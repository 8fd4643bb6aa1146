import { type KV, Kvm } from '@nats-io/kv'
import { DomainError, type JsonWebKeySet, jsonWebKeySet, keySetLocation } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { delay } from './delay.ts'
import type { Nats } from './nats.ts'

export interface KeySet {
  /** Finds the key for a token; what jose's `jwtVerify` asks for. */
  find: JWTVerifyGetKey
  /** Resolves once identity's keys are known. */
  check(): Promise<void>
  stop(): void
}

/** Identity's public keys, kept up to date from NATS: no service has to call another to check a token. */
export function watchKeySet(nats: Nats, log: FastifyBaseLogger): KeySet {
  const stopping = new AbortController()
  let find: JWTVerifyGetKey | null = null

  void (async () => {
    while (!stopping.signal.aborted) {
      try {
        const bucket = await openKeyBucket(nats)
        for await (const entry of await bucket.watch({ key: keySetLocation.key })) {
          if (stopping.signal.aborted) return
          find = createLocalJWKSet(jsonWebKeySet.parse(entry.json()) as JSONWebKeySet)
        }
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'cannot watch the key set, trying again')
      }
      await delay(500, stopping.signal)
    }
  })()

  return {
    find: (header, token) => {
      if (find === null) throw keysUnknown()
      return find(header, token)
    },
    check: async () => {
      if (find === null) throw keysUnknown()
    },
    stop: () => stopping.abort(),
  }
}

/** Identity's side: puts its public keys where every service watches them. */
export async function publishKeySet(nats: Nats, keys: JsonWebKeySet): Promise<void> {
  const bucket = await openKeyBucket(nats)
  await bucket.put(keySetLocation.key, JSON.stringify(keys))
}

async function openKeyBucket(nats: Nats): Promise<KV> {
  return new Kvm(await nats.jetstream()).create(keySetLocation.bucket, { history: 1 })
}

function keysUnknown(): DomainError {
  return new DomainError({
    kind: 'unavailable',
    code: 'keys_unavailable',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
  })
}
