import { sql } from 'kysely'
import type { Db, LearnerRow, Trx } from '../db/tables.ts'

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

export function noteSignIn(trx: Trx, uid: string): Promise<LearnerRow | undefined> {
  return trx
    .updateTable('learner')
    .set({ last_login_at: sql<Date>`now()` })
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}
