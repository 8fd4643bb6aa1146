import { DomainError } from '@rehearse/contracts'
import { linkExpired } from '../email/emailed-links.ts'
import { queueMail } from '../email/repository.ts'
import { endTokens, findToken, useToken } from '../email/token-repository.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import type { Device } from '../sessions/device.ts'
import type { Db } from '../tables.ts'
import { reclaimAccount } from './reclaim-account.ts'
import { recordSignInAt } from './repository.ts'
import {
  openLearnerSession,
  queueNewDeviceMail,
  type SignedInLearner,
  type SignInDependencies,
} from './sign-in.ts'

/**
 * Queues a link that signs in. As for a forgotten password, neither the response nor its timing reveals whether the
 * address has an account.
 * @throws {DomainError} 404 `sign_in_link_not_offered`
 */
export async function mailSignInLink(db: Db, email: string, isOffered: boolean): Promise<void> {
  if (!isOffered) throw notOffered()
  await db
    .transaction()
    .execute((trx) => queueMail(trx, { learnerId: null, recipient: email, letter: { kind: 'sign-in' } }))
}

/**
 * Signs in by an emailed link, without a password and its limits, and ends the account's other links of this kind. It
 * proves that the address is theirs, so an unverified account is handed over as after a provider's sign-in.
 * @throws {DomainError} 400 `link_expired`, also for a link that was used; 401 `account_disabled`
 */
export async function signInByLink(
  dependencies: SignInDependencies,
  secret: string,
  from: { device: Device; isFamiliarTo: (account: AccountState) => boolean },
): Promise<SignedInLearner> {
  const token = await findToken(dependencies.db, { token: secret, purpose: 'sign-in' })
  if (token === undefined || !token.is_alive || token.used_at !== null) throw linkExpired()
  return openLearnerSession(dependencies, from.device, async (trx) => {
    const learner = await recordSignInAt(trx, { uid: token.learner_id, email: token.email })
    if (learner === undefined || !(await useToken(trx, token.id))) throw linkExpired()
    await endTokens(trx, learner.uid, ['sign-in'])
    if (!learner.is_email_verified) {
      await reclaimAccount(trx, learner.uid)
      return { ...learner, is_email_verified: true, password_hash: null }
    }
    const account = { kind: 'learner' as const, email: learner.email, passwordHash: learner.password_hash }
    if (!from.isFamiliarTo(account)) await queueNewDeviceMail(trx, learner, from.device)
    return learner
  })
}

const notOffered = () =>
  new DomainError({
    kind: 'not-found',
    code: 'sign_in_link_not_offered',
    message: 'Sign-in links are not available here, because no mail server is configured',
  })
