import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Seal } from './seal.ts'
import type { NewSigningKey } from './signing-key-repository.ts'

export const signatureAlgorithm = 'EdDSA'

/** A new Ed25519 pair, named by its thumbprint (RFC 7638), its private half sealed. */
export async function makeSigningKey(seal: Seal): Promise<NewSigningKey> {
  const pair = await generateKeyPair(signatureAlgorithm, { crv: 'Ed25519', extractable: true })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  const publicJwk = { ...bare, kty: 'OKP', kid, alg: signatureAlgorithm, use: 'sig' }
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return { kid, publicJwk, sealedPrivateKey: seal.close(privateJwk, kid) }
}

/** @throws when it was sealed with another secret */
export async function openSigningKey(
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
