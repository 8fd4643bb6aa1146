import type { Db } from '../db/tables.ts'

export interface StoredSigningKey {
  kid: string
  publicJwk: { kty: string; kid: string }
  sealedPrivateKey: Buffer
}

/** The key that signs, once there is one. */
export async function findCurrentKey(db: Db): Promise<StoredSigningKey | undefined> {
  return db
    .selectFrom('signing_key')
    .select(['kid', 'public_jwk as publicJwk', 'private_key as sealedPrivateKey'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

/** Makes this the key that signs, unless there is one already: of replicas that start together one succeeds. */
export async function offerKey(db: Db, key: StoredSigningKey): Promise<void> {
  await db
    .insertInto('signing_key')
    .values({
      kid: key.kid,
      public_jwk: JSON.stringify(key.publicJwk),
      private_key: key.sealedPrivateKey,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
