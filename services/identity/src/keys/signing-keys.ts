import type { JsonWebKeySet } from '@rehearse/contracts'
import type { KeySet } from '@rehearse/service-kit'
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
import type { Db } from '../db/tables.ts'
import { createSeal, type Seal } from './seal.ts'
import { findCurrentKey, offerKey, type StoredSigningKey } from './signing-key-repository.ts'

export const signatureAlgorithm = 'EdDSA'

export interface SigningKey {
  kid: string
  privateKey: CryptoKey
}

interface Loaded {
  signing: SigningKey
  publicSet: JsonWebKeySet
  find: KeySet['find']
}

/** The keys of the platform: made at the very first start, kept in the database, known here once loaded. */
export class SigningKeys {
  readonly #seal: Seal
  #loaded: Loaded | null = null

  /** @param secret encrypts the private halves; the same in every replica and at every start */
  constructor(secret: string) {
    this.#seal = createSeal(secret)
  }

  /** Reads the key that signs, or makes it. Replicas that start together end up with the same one. */
  async load(db: Db): Promise<void> {
    const stored = (await findCurrentKey(db)) ?? (await this.#make(db))
    const publicSet = { keys: [stored.publicJwk] }
    this.#loaded = {
      signing: { kid: stored.kid, privateKey: await this.#open(stored) },
      publicSet,
      find: createLocalJWKSet(publicSet as JSONWebKeySet),
    }
  }

  current(): SigningKey {
    return this.#known().signing
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
      stop: () => {},
    }
  }

  #known(): Loaded {
    if (this.#loaded === null) throw new Error('the signing keys are not loaded yet')
    return this.#loaded
  }

  async #make(db: Db): Promise<StoredSigningKey> {
    const pair = await generateKeyPair(signatureAlgorithm, { crv: 'Ed25519', extractable: true })
    const bare = await exportJWK(pair.publicKey)
    const kid = await calculateJwkThumbprint(bare)
    await offerKey(db, {
      kid,
      publicJwk: {
        ...bare,
        kty: 'OKP',
        kid,
        alg: signatureAlgorithm,
        use: 'sig',
      } as StoredSigningKey['publicJwk'],
      sealedPrivateKey: this.#seal.close(JSON.stringify(await exportJWK(pair.privateKey)), kid),
    })
    const agreed = await findCurrentKey(db)
    if (agreed === undefined) throw new Error('the signing key has vanished from the database')
    return agreed
  }

  async #open(stored: StoredSigningKey): Promise<CryptoKey> {
    const jwk = JSON.parse(this.#unseal(stored)) as JWK
    const key = await importJWK(jwk, signatureAlgorithm)
    if (key instanceof Uint8Array) throw new Error('the signing key is not an asymmetric key')
    return key
  }

  #unseal(stored: StoredSigningKey): string {
    try {
      return this.#seal.open(stored.sealedPrivateKey, stored.kid)
    } catch (cause) {
      throw new Error(
        'The signing key in the database was encrypted with another KEY_ENCRYPTION_SECRET; start with that one again',
        { cause },
      )
    }
  }
}
