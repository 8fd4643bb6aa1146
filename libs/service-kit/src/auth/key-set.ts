import { type KvEntry, Kvm } from '@nats-io/kv'
import { DomainError, type JsonWebKeySet, jsonWebKeySet, keySetLocation } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { startBackgroundWork } from '../jobs/background-work.ts'
import { abortable, whenAborted } from '../jobs/delay.ts'
import type { Nats } from '../messaging/nats.ts'

export interface KeySet {
  /** Finds the key for a token; what jose's `jwtVerify` asks for. */
  find: JWTVerifyGetKey
  /** Resolves once identity's keys are known. */
  check(): Promise<void>
  /** @param listener called when there are other keys than before */
  onChange(listener: () => void): void
  stop(): void
}

/**
 * Identity's public keys, kept up to date from NATS: no service has to call another to check a token.
 * @param onUnreadable called when something else lies where they should be
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
      log.error({ err: error }, 'a key set that nobody understands')
      onUnreadable()
    }
  }

  const follow = async (stop: AbortSignal) => {
    // Not made here: identity makes it, and two who do so at once get in each other's way.
    const bucket = await new Kvm(await abortable(nats.jetstream(), stop)).open(keySetLocation.bucket)
    const entries = await bucket.watch({ key: keySetLocation.key })
    const interests = [
      whenAborted(stop, () => entries.stop()),
      // A server that restarted may have forgotten this watch, so this run ends and the next begins a new one.
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

/** Identity's side: puts its public keys where every service watches them. */
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
