import type { JsonWebKeySet } from '@rehearse/contracts'
import { delay, type KeySet } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose'
import type { Db, Trx } from '../tables.ts'
import {
  checkNewestKey,
  deleteEndedKeys,
  insertKey,
  keyLead,
  lockKeys,
  type NewSigningKey,
  readKeys,
  updateSealedKey,
} from './repository.ts'
import { createSeal, type Seal } from './seal.ts'

export const signatureAlgorithm = 'EdDSA'

interface SigningKey {
  kid: string
  signsFrom: Date
  privateKey: CryptoKey
}

interface Loaded {
  /** Newest first. */
  keys: readonly SigningKey[]
  publicSet: JsonWebKeySet
  find: KeySet['find']
}

/**
 * The signing keys, stored in the database and cached here. A new key is published before it signs, and an old one stays
 * in the key set until the last token it signed has expired.
 */
export class SigningKeys {
  readonly #seal: Seal
  #loaded: Loaded | null = null
  readonly #listeners: (() => void)[] = []

  /**
   * @param secret encrypts the private keys; the same in every replica
   * @param previous decrypts keys encrypted with the previous secret
   */
  constructor(secret: string, previous?: string) {
    this.#seal = createSeal(secret, previous)
  }

  /**
   * Creates a key if there is none or the newest has signed for longer than `maxAge` seconds, deletes retired ones, and
   * loads what other replicas changed. Concurrent replicas create one key between them.
   */
  async renew(db: Db, maxAge: number): Promise<void> {
    // Fails here if the secret is wrong, before creating a key that other replicas can't decrypt.
    await this.#read(db)
    await db.transaction().execute(async (trx) => {
      await lockKeys(trx)
      await deleteEndedKeys(trx)
      await this.#reseal(trx)
      const newest = await checkNewestKey(trx, maxAge)
      if (newest === 'none') await insertKey(trx, await createSigningKey(this.#seal), 0)
      if (newest === 'old') await insertKey(trx, await createSigningKey(this.#seal), keyLead)
    })
    await this.#read(db)
  }

  /** Publishes a new key regardless of the current one's age, unless one is already published. */
  async rotate(db: Db): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockKeys(trx)
      if ((await checkNewestKey(trx, 0)) === 'coming') return
      await insertKey(trx, await createSigningKey(this.#seal), keyLead)
    })
    await this.#read(db)
  }

  /** The key for tokens issued at that time. It never changes, so that the same claims give the same token. */
  signingAt(issuedAt: Date): SigningKey {
    const { keys } = this.#known()
    const key = keys.find(({ signsFrom }) => signsFrom <= issuedAt) ?? keys.at(-1)
    if (key === undefined) throw new Error('there is no signing key')
    return key
  }

  publicSet(): JsonWebKeySet {
    return this.#known().publicSet
  }

  /** Identity verifies tokens with its own keys. */
  keySet(): KeySet {
    return {
      find: (header, token) => this.#known().find(header, token),
      check: async () => {
        this.#known()
      },
      onChange: (listener) => this.onChange(listener),
      stop: () => {},
    }
  }

  /** @param listener called after the key set has changed */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #known(): Loaded {
    if (this.#loaded === null) throw new Error('the signing keys are not loaded yet')
    return this.#loaded
  }

  /** Re-encrypts keys with the current secret, so that the previous one can be removed. */
  async #reseal(trx: Trx): Promise<void> {
    for (const { kid, sealedPrivateKey } of await readKeys(trx)) {
      const resealed = this.#seal.reseal(sealedPrivateKey, kid)
      if (resealed !== null) await updateSealedKey(trx, kid, resealed)
    }
  }

  async #read(db: Db): Promise<void> {
    const stored = await readKeys(db)
    if (stored.length === 0) return
    const before = this.#loaded?.keys ?? []
    if (before.length === stored.length && before.every(({ kid }, at) => kid === stored[at]?.kid)) return
    const keys = await Promise.all(
      stored.map(async (key) => ({
        kid: key.kid,
        signsFrom: key.signsFrom,
        privateKey: await openSigningKey(this.#seal, key),
      })),
    )
    const publicSet = { keys: stored.map(({ publicJwk }) => publicJwk) }
    this.#loaded = { keys, publicSet, find: createLocalJWKSet(publicSet as JSONWebKeySet) }
    for (const listener of this.#listeners) listener()
  }
}

/** Milliseconds; well below the time between a key's publication and its first signature. */
const interval = 5_000

/** Renews the keys until `signal` aborts: rotates old ones, deletes retired ones, loads those of other replicas. */
export async function renewKeysPeriodically(options: {
  renew: () => Promise<void>
  log: FastifyBaseLogger
  signal: AbortSignal
}): Promise<void> {
  const { renew, log, signal } = options
  let isFailing = false
  while (!signal.aborted) {
    await delay(interval, signal)
    if (signal.aborted) return
    try {
      await renew()
      isFailing = false
    } catch (error) {
      // Once per outage of the database.
      if (!isFailing && !signal.aborted) log.warn({ err: error }, 'could not renew the signing keys')
      isFailing = true
    }
  }
}

/** A new Ed25519 key pair, identified by its thumbprint (RFC 7638), with its private key encrypted. */
async function createSigningKey(seal: Seal): Promise<NewSigningKey> {
  const pair = await generateKeyPair(signatureAlgorithm, { crv: 'Ed25519', extractable: true })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  const publicJwk = { ...bare, kty: 'OKP', kid, alg: signatureAlgorithm, use: 'sig' }
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return { kid, publicJwk, sealedPrivateKey: seal.close(privateJwk, kid) }
}

/** @throws if it was encrypted with another secret */
async function openSigningKey(
  seal: Seal,
  stored: Pick<NewSigningKey, 'kid' | 'sealedPrivateKey'>,
): Promise<CryptoKey> {
  const key = await importJWK(JSON.parse(unseal(seal, stored)) as JWK, signatureAlgorithm)
  if (key instanceof Uint8Array) throw new Error('the signing key is not an asymmetric key')
  return key
}

function unseal(seal: Seal, { kid, sealedPrivateKey }: Parameters<typeof openSigningKey>[1]): string {
  try {
    return seal.open(sealedPrivateKey, kid)
  } catch (cause) {
    throw new Error(
      'The signing key in the database was encrypted with another KEY_ENCRYPTION_SECRET; start with that one again',
      { cause },
    )
  }
}
