import type { JsonWebKeySet } from '@rehearse/contracts'
import type { KeySet } from '@rehearse/service-kit'
import { delay } from '@rehearse/service-kit'
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
import type { NewSigningKey } from './repository.ts'
import {
  deleteEndedKeys,
  insertKey,
  judgeNewestKey,
  keyLead,
  lockKeys,
  readKeys,
  updateSealedKey,
} from './repository.ts'
import { createSeal, type Seal } from './seal.ts'

export const signatureAlgorithm = 'EdDSA'

/** A new Ed25519 pair, named by its thumbprint (RFC 7638), its private half sealed. */
async function makeSigningKey(seal: Seal): Promise<NewSigningKey> {
  const pair = await generateKeyPair(signatureAlgorithm, { crv: 'Ed25519', extractable: true })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  const publicJwk = { ...bare, kty: 'OKP', kid, alg: signatureAlgorithm, use: 'sig' }
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return { kid, publicJwk, sealedPrivateKey: seal.close(privateJwk, kid) }
}

/** @throws when it was sealed with another secret */
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

interface SigningKey {
  kid: string
  signsFrom: Date
  privateKey: CryptoKey
}

interface Loaded {
  /** The newest first. */
  keys: readonly SigningKey[]
  publicSet: JsonWebKeySet
  find: KeySet['find']
}

/**
 * The keys of the platform, kept in the database and known here once loaded. A new one is announced before it signs,
 * and an old one stays in the key set until the last token it signed has ended.
 */
export class SigningKeys {
  readonly #seal: Seal
  #loaded: Loaded | null = null
  readonly #listeners: (() => void)[] = []

  /**
   * @param secret encrypts the private halves; the same in every replica
   * @param previous opens what was encrypted before the secret was another
   */
  constructor(secret: string, previous?: string) {
    this.#seal = createSeal(secret, previous)
  }

  /**
   * Makes a key where there is none or the newest has signed for longer than `maxAge` seconds, forgets those that have
   * ended, and takes in what other replicas did. Replicas that do so together make one key between them.
   */
  async renew(db: Db, maxAge: number): Promise<void> {
    // With the wrong secret it ends here, before there is a key that the other replicas can't open.
    await this.#read(db)
    await db.transaction().execute(async (trx) => {
      await lockKeys(trx)
      await deleteEndedKeys(trx)
      await this.#reseal(trx)
      const newest = await judgeNewestKey(trx, maxAge)
      if (newest === 'none') await insertKey(trx, await makeSigningKey(this.#seal), 0)
      if (newest === 'old') await insertKey(trx, await makeSigningKey(this.#seal), keyLead)
    })
    await this.#read(db)
  }

  /** Announces a new key, whatever the age of the present one; none while one is announced already. */
  async rotate(db: Db): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockKeys(trx)
      if ((await judgeNewestKey(trx, 0)) === 'coming') return
      await insertKey(trx, await makeSigningKey(this.#seal), keyLead)
    })
    await this.#read(db)
  }

  /** The key for a token of that moment: always the same one, so that the same claims stay the same token. */
  signingAt(issuedAt: Date): SigningKey {
    const { keys } = this.#known()
    const key = keys.find(({ signsFrom }) => signsFrom <= issuedAt) ?? keys.at(-1)
    if (key === undefined) throw new Error('there is no signing key')
    return key
  }

  publicSet(): JsonWebKeySet {
    return this.#known().publicSet
  }

  /** Identity checks tokens with its own keys: it needs nobody else to know them. */
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

  /** So that the previous secret can be forgotten as soon as each replica has the present one. */
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

/** Milliseconds; well below the time between a key's announcement and its first signature. */
const interval = 5_000

/** Looks after the keys until `signal` ends it: rotates what is old, forgets what has ended, learns of other replicas. */
export async function keepSigningKeys(options: {
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
      // Once for each time that the database is away.
      if (!isFailing && !signal.aborted) log.warn({ err: error }, 'could not look after the signing keys')
      isFailing = true
    }
  }
}
