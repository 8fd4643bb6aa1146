import { endTokens } from '../email/token-repository.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { Trx } from '../tables.ts'
import { deleteMailAndPush, removePassword } from './repository.ts'

/**
 * Hands an account with an unverified email to the person who has now verified it. Someone else may have created it
 * in advance, so its password, sessions and emailed links are revoked. Progress stays, since usually it's the same
 * person.
 */
export async function reclaimAccount(trx: Trx, uid: string): Promise<void> {
  await removePassword(trx, uid)
  await endSessionsOf(trx, { kind: 'learner', subjectId: uid }, 'password-changed')
  // Mail first: mail being sent either waits for this transaction, or has already stored a token that can be expired
  // here.
  await deleteMailAndPush(trx, uid)
  await endTokens(trx, uid, ['verify-email', 'reset-password', 'confirm-email', 'sign-in'])
}
