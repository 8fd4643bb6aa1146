import { LEARNER_TOKEN_TTL, type User } from '@rehearse/contracts'
import type { AccessToken, TokenIssuer } from '../keys/token-issuer.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Device } from '../sessions/device.ts'
import { startLearnerSession } from '../sessions/start-session.ts'
import type { Db, LearnerRow, Trx } from '../tables.ts'
import { accountDisabled } from './learner-account.ts'
import { toUser } from './user.ts'

/** What signing up and signing in work with. */
export interface SignInDependencies {
  db: Db
  passwords: PasswordHasher
  tokens: TokenIssuer
}

/** A learner with a session of their own: what both ways in lead to. */
export interface SignedInLearner extends AccessToken {
  user: User
  refreshToken: string
  account: AccountState
}

/**
 * Finds or makes the learner and opens a session, all in one transaction; then gives out the tokens.
 * @param enter gives the learner's row, locked: it has just been written
 * @throws {DomainError} 401 `account_disabled`
 */
export async function openLearnerSession(
  { db, tokens }: SignInDependencies,
  device: Device,
  enter: (trx: Trx) => Promise<LearnerRow>,
): Promise<SignedInLearner> {
  const { learner, session } = await db.transaction().execute(async (trx) => {
    const learner = await enter(trx)
    if (learner.disabled_at !== null) throw accountDisabled()
    return { learner, session: await startLearnerSession(trx, learner.uid, device) }
  })
  const access = await tokens.issue({
    subjectId: learner.uid,
    sessionId: session.id,
    role: 'learner',
    issuedAt: session.startedAt,
    ttl: LEARNER_TOKEN_TTL,
  })
  const account = { kind: 'learner' as const, email: learner.email, passwordHash: learner.password_hash }
  return { user: toUser(learner), refreshToken: session.refreshToken, account, ...access }
}
