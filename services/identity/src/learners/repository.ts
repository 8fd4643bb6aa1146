import { type LearnerListQuery, type Preferences, preferencesInput } from '@rehearse/contracts'
import { type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db, IdentityRow, LearnerRow, Tables, Trx } from '../tables.ts'

/** @param email normalized by the `email` schema of contracts */
export function findLearnerByEmail(db: Db, email: string): Promise<LearnerRow | undefined> {
  return db.selectFrom('learner').selectAll().where('email', '=', email).executeTakeFirst()
}

export function findLearner(db: Db, uid: string): Promise<LearnerRow | undefined> {
  return db.selectFrom('learner').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** The sign-in providers that are linked to an account, oldest first. */
export function identitiesOf(db: Db, uid: string): Promise<IdentityRow[]> {
  return db.selectFrom('identity').selectAll().where('learner_uid', '=', uid).orderBy('linked_at').execute()
}

export type NewLearner = Pick<LearnerRow, 'uid' | 'email' | 'password_hash' | 'display_name' | 'provider'>

/** Inserts a new learner; undefined if the address is taken, even in a race. */
export function insertLearner(trx: Trx, learner: NewLearner): Promise<LearnerRow | undefined> {
  return trx
    .insertInto('learner')
    .values({ ...learner, photo_url: null, last_login_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Records the time of a sign-in by an emailed link; undefined if the account's address has changed. */
export function recordSignInAt(
  trx: Trx,
  { uid, email }: Pick<LearnerRow, 'uid' | 'email'>,
): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ last_login_at: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst()
}

type Compared = Pick<LearnerRow, 'uid' | 'password_hash'>

/** Records the time of a sign-in; undefined if the password has changed since it was compared. */
export function recordSignIn(trx: Trx, { uid, password_hash }: Compared): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ last_login_at: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('password_hash', '=', password_hash)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Locks a learner if the compared password is still theirs. Hashing takes long enough for the owner to change it in the
 * meantime.
 */
export async function lockIfPasswordUnchanged(trx: Trx, { uid, password_hash }: Compared): Promise<boolean> {
  const held = await trx
    .selectFrom('learner')
    .select('uid')
    .where('uid', '=', uid)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Replaces the hash of the same password; changes nothing if the password has changed since it was compared. */
export async function renewPasswordHash(
  db: Db,
  { uid, password_hash }: Compared,
  renewed: string,
): Promise<void> {
  await db
    .updateTable('learner')
    .set({ password_hash: renewed })
    .where('uid', '=', uid)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** Sets a password; one set by an emailed link also verifies the address. */
export async function storePassword(
  trx: Trx,
  { uid, passwordHash, provesEmail }: { uid: string; passwordHash: string; provesEmail: boolean },
): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ password_hash: passwordHash, ...(provesEmail && { is_email_verified: true }) })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}

/** False if the account's address has changed. */
export async function markVerified(trx: Trx, uid: string, email: string): Promise<boolean> {
  const row = await trx
    .updateTable('learner')
    .set({ is_email_verified: true })
    .where('uid', '=', uid)
    .where('email', '=', email)
    .returning('uid')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Changes an account's address to one that was just verified.
 * @returns the previous address
 * @throws an error that `isAddressTaken` recognizes if the new one belongs to another account; the transaction must roll back
 */
export async function moveToAddress(trx: Trx, uid: string, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`
    update learner set email = ${email}, is_email_verified = true
    from (select uid, email as before from learner where uid = ${uid} for update) as old
    where learner.uid = old.uid
    returning before`.execute(trx)
  return rows[0]?.before
}

/** Whether a statement failed because the address is taken. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'learner_email_key'

/** Disables a learner; repeating it keeps the time and replaces the reason. Undefined if there is no such learner. */
export function markDisabled(
  trx: Trx,
  uid: string,
  by: { adminId: string; reason: string },
): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({
      disabled_at: sql<Date>`coalesce(disabled_at, now())`,
      disabled_reason: by.reason,
      disabled_by: by.adminId,
    })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}

export function markEnabled(trx: Trx, uid: string): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ disabled_at: null, disabled_reason: null, disabled_by: null })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}

export async function chooseName(trx: Trx, uid: string, name: string): Promise<void> {
  await trx
    .updateTable('learner')
    .set({ display_name: name, name_from: 'learner' })
    .where('uid', '=', uid)
    .execute()
}

/** @param address null to have no picture; a provider's picture doesn't replace that */
export async function choosePhoto(trx: Trx, uid: string, address: string | null): Promise<void> {
  await trx
    .updateTable('learner')
    .set({ photo_url: address, photo_from: 'learner' })
    .where('uid', '=', uid)
    .execute()
}

/** A learner's preferences; those added since they were stored have their default. */
export async function findPreferences(db: Db, uid: string): Promise<Preferences> {
  const row = await db
    .selectFrom('learner_preferences')
    .select('preferences')
    .where('learner_uid', '=', uid)
    .executeTakeFirst()
  return preferencesInput.parse(row?.preferences ?? {})
}

/** Stores preferences; false if they are unchanged. */
export async function storePreferences(trx: Trx, uid: string, preferences: Preferences): Promise<boolean> {
  const stored = JSON.stringify(preferences)
  const written = await trx
    .insertInto('learner_preferences')
    .values({ learner_uid: uid, preferences: stored })
    .onConflict((conflict) =>
      conflict
        .column('learner_uid')
        .doUpdateSet({ preferences: stored, updated_at: sql<Date>`now()` })
        .where('learner_preferences.preferences', 'is distinct from', sql<Preferences>`excluded.preferences`),
    )
    .returning('learner_uid')
    .executeTakeFirst()
  return written !== undefined
}

/** Serializes writes to a learner's preferences, so that none overwrites another. */
export async function lockPreferences(trx: Trx, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`preferences ${uid}`}, 0))`.execute(trx)
}

type LearnerFilter = Pick<LearnerListQuery, 'search' | 'disabled'>
type Learners<Row> = SelectQueryBuilder<Tables, 'learner', Row>

/** One page of learners; the uid breaks ties, so that no learner is on two pages. */
export function learnerPage(db: Db, query: LearnerListQuery): Learners<LearnerRow> {
  const { orderBy, orderDirection, page, pageSize } = query
  const { by, defaultDirection } = orders[orderBy]
  return matching(db.selectFrom('learner').selectAll(), query)
    .orderBy(by, (order) => directed(orderBy, orderDirection, order))
    .orderBy('uid', orderDirection === defaultDirection ? 'asc' : 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

export async function countLearners(db: Db, filter: LearnerFilter): Promise<number> {
  const { count } = await matching(
    db.selectFrom('learner').select(sql<number>`count(*)::int`.as('count')),
    filter,
  ).executeTakeFirstOrThrow()
  return count
}

/** `kept` is the direction of the index; read backward, it provides the other direction too. */
const orders = {
  createdAt: { by: sql`created_at`, defaultDirection: 'desc' },
  lastLoginAt: { by: sql`last_login_at`, defaultDirection: 'desc' },
  displayName: { by: sql`lower(display_name)`, defaultDirection: 'asc' },
  email: { by: sql`email`, defaultDirection: 'asc' },
} as const

/** Learners who have never signed in sort with those who signed in longest ago. */
function directed(
  orderBy: LearnerListQuery['orderBy'],
  direction: 'asc' | 'desc',
  order: OrderByItemBuilder,
): OrderByItemBuilder {
  const item = direction === 'asc' ? order.asc() : order.desc()
  if (orderBy !== 'lastLoginAt') return item
  return direction === 'asc' ? item.nullsFirst() : item.nullsLast()
}

function matching<Row>(learners: Learners<Row>, { search, disabled }: LearnerFilter): Learners<Row> {
  let found = learners
  // The same expression as the trigram index.
  if (search) {
    found = found.where(sql<SqlBool>`lower(display_name || ' ' || email) like ${containing(search)}`)
  }
  if (disabled !== undefined) found = found.where('disabled_at', disabled ? 'is not' : 'is', null)
  return found
}

const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Removes the password and marks the address as verified. */
export async function removePassword(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('learner')
    .set({ password_hash: null, is_email_verified: true })
    .where('uid', '=', uid)
    .execute()
}

/** Deletes queued mail and push subscriptions, which could reach the account's previous user. */
export async function deleteMailAndPush(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('mail').where('learner_id', '=', uid).execute()
  await trx.deleteFrom('push_subscription').where('learner_uid', '=', uid).execute()
}
