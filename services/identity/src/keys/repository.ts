import { ADMIN_TOKEN_TTL } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

export interface NewSigningKey {
  kid: string
  publicJwk: { kty: string; kid: string }
  sealedPrivateKey: Buffer
}

export interface StoredSigningKey extends NewSigningKey {
  createdAt: Date
  signsFrom: Date
}

/** The state of a key, by the database's clock. */
export interface KeyStatus {
  kid: string
  state: 'announced' | 'signing' | 'retired'
  createdAt: Date
  signsFrom: Date
  leavesAt: Date | null
}

/**
 * Seconds between a key's creation and its first signature, so that every process has it in its key set by then. A
 * replica must reload the keys within this time.
 */
export const keyLead = 60
/** Seconds that a key is kept after its last signature: the longest lifetime of a token, plus clock skew. */
const retiredFor = ADMIN_TOKEN_TTL + 300

/** All keys in the key set, newest first. */
export function readKeys(db: Db): Promise<StoredSigningKey[]> {
  return db
    .selectFrom('signing_key')
    .select([
      'kid',
      'public_jwk as publicJwk',
      'private_key as sealedPrivateKey',
      'created_at as createdAt',
      'signs_from as signsFrom',
    ])
    .orderBy('signs_from', 'desc')
    .execute()
}

export async function readKeyStatuses(db: Db): Promise<KeyStatus[]> {
  const { rows } = await sql<KeyStatus>`
    with ordered as (
      select *, lead(signs_from) over (order by signs_from) as retires_at from signing_key
    )
    select kid, created_at as "createdAt", signs_from as "signsFrom",
      retires_at + ${retiredFor} * interval '1 second' as "leavesAt",
      case when signs_from > now() then 'announced' when retires_at <= now() then 'retired' else 'signing' end as state
    from ordered
    order by signs_from desc`.execute(db)
  return rows
}

/** Serializes key changes of replicas until the transaction ends. */
export async function lockKeys(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('signing-keys'))`.execute(trx)
}

/**
 * - `none`: there is no key
 * - `coming`: a new one is already published
 * - `old`: the newest has signed for longer than `maxAge` seconds
 */
export async function checkNewestKey(trx: Trx, maxAge: number): Promise<'none' | 'coming' | 'old' | 'young'> {
  const newest = await trx
    .selectFrom('signing_key')
    .select([
      sql<boolean>`signs_from > now()`.as('coming'),
      sql<boolean>`signs_from < now() - ${maxAge} * interval '1 second'`.as('old'),
    ])
    .orderBy('signs_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return 'none'
  if (newest.coming) return 'coming'
  return newest.old ? 'old' : 'young'
}

/** @param lead seconds until it signs */
export async function insertKey(trx: Trx, key: NewSigningKey, lead: number): Promise<void> {
  await trx
    .insertInto('signing_key')
    .values({
      kid: key.kid,
      public_jwk: JSON.stringify(key.publicJwk),
      private_key: key.sealedPrivateKey,
      signs_from: sql<Date>`now() + ${lead} * interval '1 second'`,
    })
    .execute()
}

export async function updateSealedKey(trx: Trx, kid: string, sealedPrivateKey: Buffer): Promise<void> {
  await trx.updateTable('signing_key').set({ private_key: sealedPrivateKey }).where('kid', '=', kid).execute()
}

/** Deletes keys whose last token has expired. */
export async function deleteEndedKeys(trx: Trx): Promise<void> {
  await sql`
    delete from signing_key as old using signing_key as next
    where next.signs_from > old.signs_from
      and next.signs_from < now() - ${retiredFor} * interval '1 second'`.execute(trx)
}
