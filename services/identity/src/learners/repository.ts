import type { LearnerListQuery } from '@rehearse/contracts'
import { type Preferences, preferencesInput } from '@rehearse/contracts'
import { type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db, LearnerRow, Tables, Trx } from '../tables.ts'

/** @param email as contracts' `email` gives it */
export function findLearnerByEmail(db: Db, email: string): Promise<LearnerRow | undefined> {
  return db.selectFrom('learner').selectAll().where('email', '=', email).executeTakeFirst()
}

export function findLearner(db: Db, uid: string): Promise<LearnerRow | undefined> {
  return db.selectFrom('learner').selectAll().where('uid', '=', uid).executeTakeFirst()
}

export type NewLearner = Pick<LearnerRow, 'uid' | 'email' | 'password_hash' | 'display_name' | 'provider'>

/** Stores a learner who has just signed up; undefined when the address is taken, however close the race. */
export function insertLearner(trx: Trx, learner: NewLearner): Promise<LearnerRow | undefined> {
  return trx
    .insertInto('learner')
    .values({ ...learner, photo_url: null, last_login_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

type Compared = Pick<LearnerRow, 'uid' | 'password_hash'>

/** Notes the time of a sign-in; undefined when the password that was compared is not theirs any more. */
export function noteSignIn(trx: Trx, { uid, password_hash }: Compared): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ last_login_at: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('password_hash', '=', password_hash)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Holds a learner until the transaction ends, should the password that was compared still be theirs: that takes long
 * enough for its owner to shut out who knows it.
 */
export async function holdByPassword(trx: Trx, { uid, password_hash }: Compared): Promise<boolean> {
  const held = await trx
    .selectFrom('learner')
    .select('uid')
    .where('uid', '=', uid)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Sets a password; whoever could receive mail at the account's address has shown that it is theirs. */
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

/** False when the account has another address by now. */
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
 * Moves an account to an address that was verified just now.
 * @returns the address it had
 * @throws what `isAddressTaken` knows, when the new one is another's: then the transaction can only be given up
 */
export async function moveToAddress(trx: Trx, uid: string, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`
    update learner set email = ${email}, is_email_verified = true
    from (select uid, email as before from learner where uid = ${uid} for update) as old
    where learner.uid = old.uid
    returning before`.execute(trx)
  return rows[0]?.before
}

/** Whether a statement failed because an address is somebody's already. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'learner_email_key'

/** Locks a learner out; done again, the time stays and the reason is the new one. Undefined when there is no such learner. */
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

/** @param address null: no picture, which is a choice too */
export async function choosePhoto(trx: Trx, uid: string, address: string | null): Promise<void> {
  await trx
    .updateTable('learner')
    .set({ photo_url: address, photo_from: 'learner' })
    .where('uid', '=', uid)
    .execute()
}

/** What a learner prefers; a preference that came into being after they chose has its default. */
export async function findPreferences(db: Db, uid: string): Promise<Preferences> {
  const row = await db
    .selectFrom('learner_preferences')
    .select('preferences')
    .where('learner_uid', '=', uid)
    .executeTakeFirst()
  return preferencesInput.parse(row?.preferences ?? {})
}

/** Keeps preferences; false when they were these already. */
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

/** Makes writers of the same learner's preferences take turns, so that a change of one never undoes another's. */
export async function lockPreferences(trx: Trx, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`preferences ${uid}`}, 0))`.execute(trx)
}

type LearnerFilter = Pick<LearnerListQuery, 'search' | 'disabled'>
type Learners<Row> = SelectQueryBuilder<Tables, 'learner', Row>

/** One page of learners; the uid settles ties, so that no learner is on two pages. */
export function learnerPage(db: Db, query: LearnerListQuery): Learners<LearnerRow> {
  const { orderBy, orderDirection, page, pageSize } = query
  const { by, kept } = orders[orderBy]
  return matching(db.selectFrom('learner').selectAll(), query)
    .orderBy(by, (order) => directed(orderBy, orderDirection, order))
    .orderBy('uid', orderDirection === kept ? 'asc' : 'desc')
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

/** `kept`: the direction that the index has; read backwards it serves the other one too. */
const orders = {
  createdAt: { by: sql`created_at`, kept: 'desc' },
  lastLoginAt: { by: sql`last_login_at`, kept: 'desc' },
  displayName: { by: sql`lower(display_name)`, kept: 'asc' },
  email: { by: sql`email`, kept: 'asc' },
} as const

/** Who never signed in comes where the longest absent do. */
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
  // Written as the trigram index has it.
  if (search) {
    found = found.where(sql<SqlBool>`lower(display_name || ' ' || email) like ${containing(search)}`)
  }
  if (disabled !== undefined) found = found.where('disabled_at', disabled ? 'is not' : 'is', null)
  return found
}

const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
