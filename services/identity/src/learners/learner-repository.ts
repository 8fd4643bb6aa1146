import { sql } from 'kysely'
import type { Db, LearnerRow, Trx } from '../tables.ts'

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
