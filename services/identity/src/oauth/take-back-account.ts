import { endTokens } from '../account-tokens/account-token-repository.ts'
import type { Trx } from '../db/tables.ts'
import { endSessionsOf } from '../sessions/end-session.ts'
import { dropPassword, dropWaysOut } from './learner-repository.ts'

/**
 * Gives an account whose address nobody has ever proved to the one who now does. Whoever made it may have been waiting
 * for this: their password, sessions, mailed links and every other way in end here. What was learnt in it stays, for
 * mostly it is the same person.
 */
export async function takeBackAccount(trx: Trx, uid: string): Promise<void> {
  await dropPassword(trx, uid)
  await endSessionsOf(trx, { kind: 'learner', subjectId: uid }, 'password-changed')
  // In this order: a mail that is being sent this moment waits, or its link is there to be ended.
  await dropWaysOut(trx, uid)
  await endTokens(trx, uid, ['verify-email', 'reset-password', 'confirm-email'])
}
