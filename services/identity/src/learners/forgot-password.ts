import { queueMail } from '../email/mail-repository.ts'
import type { Db } from '../tables.ts'

/**
 * Has a link mailed by which a new password can be set, should the address be a learner's. Whether it is, the sender of
 * mail finds out, later: here nobody looks, so neither the answer nor its time can tell.
 */
export function forgotPassword(db: Db, email: string): Promise<void> {
  return db
    .transaction()
    .execute((trx) =>
      queueMail(trx, { learnerId: null, recipient: email, letter: { kind: 'reset-password' } }),
    )
}
