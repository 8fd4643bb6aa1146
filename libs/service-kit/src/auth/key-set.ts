import { type KvEntry, Kvm } from '@nats-io/kv'
import { DomainError, type JsonWebKeySet, jsonWebKeySet, keySetLocation } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { startBackgroundWork } from '../jobs/background-work.ts'
import { abortable, whenAborted } from '../jobs/delay.ts'
import type { Nats } from '../messaging/nats.ts'

export interface KeySet {
  /** Finds the key for a token, as jose's `jwtVerify` expects. */
  find: JWTVerifyGetKey
  /** Resolves once identity's keys are known. */
  check(): Promise<void>
  /** @param listener called when the keys have changed */
  onChange(listener: () => void): void
  stop(): void
}

/**
 * Identity's public keys, kept up to date from NATS: no service has to call another to check a token.
 * @param onUnreadable called when the stored value isn't a key set
 */
export function watchKeySet(nats: Nats, log: FastifyBaseLogger, onUnreadable = () => {}): KeySet {
  let find: JWTVerifyGetKey | null = null
  let changed: () => void = () => {}

  const take = (entry: KvEntry) => {
    if (entry.operation !== 'PUT') return
    try {
      find = createLocalJWKSet(jsonWebKeySet.parse(entry.json()) as JSONWebKeySet)
      changed()
    } catch (error) {
      log.error({ err: error }, 'received an invalid key set')
      onUnreadable()
    }
  }

  const follow = async (stop: AbortSignal) => {
    // Not created here: identity creates it, and two creators would conflict.
    const bucket = await new Kvm(await abortable(nats.jetstream(), stop)).open(keySetLocation.bucket)
    const entries = await bucket.watch({ key: keySetLocation.key })
    const interests = [
      whenAborted(stop, () => entries.stop()),
      // A restarted server may have lost this watch, so this run ends and the next one creates a new watch.
      nats.onReconnect(() => entries.stop()),
    ]
    try {
      for await (const entry of entries) take(entry)
    } finally {
      for (const forget of interests) forget()
    }
  }

  const work = startBackgroundWork('key set', follow, log)
  return {
    find: (header, token) => {
      if (find === null) throw keysUnknown()
      return find(header, token)
    },
    check: async () => {
      if (find === null) throw keysUnknown()
    },
    onChange: (listener) => {
      changed = listener
    },
    stop: () => void work.stop(),
  }
}

/** Identity's side: publishes its public keys where every service watches them. */
export async function publishKeySet(nats: Nats, keys: JsonWebKeySet): Promise<void> {
  const bucket = await new Kvm(await nats.jetstream()).create(keySetLocation.bucket, {
    history: 1,
    replicas: nats.replicas,
  })
  await bucket.put(keySetLocation.key, JSON.stringify(keys))
}

function keysUnknown(): DomainError {
  return new DomainError({
    kind: 'unavailable',
    code: 'keys_unavailable',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
  })
}
