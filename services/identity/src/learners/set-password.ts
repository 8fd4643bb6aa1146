import { endTokens } from '../email/account-token-repository.ts'
import { linkExpired } from '../email/link-expired.ts'
import { queueMail, takeBackLinks } from '../email/mail-repository.ts'
import { endSessionsOf } from '../sessions/end-session.ts'
import type { Trx } from '../tables.ts'
import { storePassword } from './account-repository.ts'

/** What the password that goes could have been asked to be mailed for. */
const mailedFor = ['reset-password', 'confirm-email'] as const

export interface PasswordChange {
  uid: string
  passwordHash: string
  /** Whether the change came by a link that only the owner of the address could have. */
  provesEmail: boolean
  /** The session that goes on; all others end. */
  spareSession?: string
}

/**
 * Gives an account a new password, signs everybody else out of it, ends links that were mailed for it, and tells its owner.
 * @param expectedEmail the address that the account must still have
 * @throws {DomainError} 400 `link_expired` when it has another by now
 */
export async function setPassword(trx: Trx, change: PasswordChange, expectedEmail: string): Promise<void> {
  const { uid, spareSession } = change
  const learner = await storePassword(trx, change)
  if (learner?.email !== expectedEmail) throw linkExpired()
  await endSessionsOf(trx, { kind: 'learner', subjectId: uid, except: spareSession }, 'password-changed')
  // A move to another address, too: who asked for it may be who is being shut out. In this order: a mail that is being
  // sent, or would be sent again, gives its link another life.
  await takeBackLinks(trx, { learnerId: uid, recipient: learner.email, kinds: mailedFor })
  await endTokens(trx, uid, mailedFor)
  await queueMail(trx, { learnerId: uid, recipient: learner.email, letter: { kind: 'password-changed' } })
}
