import { randomUUID } from 'node:crypto'
import { identitySubjects, LEARNER_TOKEN_TTL, type RegisterInput, type User } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import { queueMail } from '../email/repository.ts'
import type { AccessToken, TokenIssuer } from '../keys/token-issuer.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import { requireSamePassword } from '../passwords/errors.ts'
import { normalizeEmail } from '../passwords/normalize-email.ts'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import { type Device, deviceName } from '../sessions/device.ts'
import { invalidCredentials, invalidToken } from '../sessions/errors.ts'
import { startLearnerSession } from '../sessions/session.ts'
import type { Db, LearnerRow, Trx } from '../tables.ts'
import { accountDisabled, emailTaken, toUser } from './learner.ts'
import {
  findLearner,
  findLearnerByEmail,
  insertLearner,
  recordSignIn,
  renewPasswordHash,
} from './repository.ts'

export interface SignInDependencies {
  db: Db
  passwords: PasswordHasher
  tokens: TokenIssuer
}

export interface SignedInLearner extends AccessToken {
  user: User
  refreshToken: string
  account: AccountState
}

/**
 * Creates an account and signs its owner in.
 * @throws {DomainError} 400 `passwords_do_not_match`, 409 `email_taken`
 */
export async function register(
  dependencies: SignInDependencies,
  { email, password, confirmPassword, name }: RegisterInput,
  device: Device,
  turn: HashQueueKey,
): Promise<SignedInLearner> {
  requireSamePassword(password, confirmPassword)
  const checkEmail = async () => {
    if (await findLearnerByEmail(dependencies.db, email)) throw emailTaken()
  }
  // Skips hashing when the address is taken, also by another registration that waited before this one; the unique index
  // decides races.
  await checkEmail()
  const passwordHash = await dependencies.passwords.hash(password, turn, checkEmail)
  return openLearnerSession(dependencies, device, async (trx) => {
    const learner = await insertLearner(trx, {
      uid: randomUUID(),
      email,
      password_hash: passwordHash,
      display_name: name,
      provider: 'password',
    })
    if (learner === undefined) throw emailTaken()
    await enqueue(trx, [
      {
        subject: identitySubjects.learnerRegistered,
        type: 'LearnerRegistered',
        version: 1,
        data: { learnerId: learner.uid },
      },
    ])
    await queueMail(trx, {
      learnerId: learner.uid,
      recipient: learner.email,
      letter: { kind: 'verify-email' },
    })
    return learner
  })
}

/** @throws {DomainError} 401 `invalid_credentials`, for an unknown address as for a wrong password */
export async function logIn(
  dependencies: SignInDependencies,
  input: { email: string; password: string },
  device: Device,
  turn: HashQueueKey,
): Promise<SignedInLearner> {
  const learner = await findLearnerByEmail(dependencies.db, normalizeEmail(input.email))
  const match = await dependencies.passwords.match(input.password, learner?.password_hash, turn)
  if (match === 'none' || !learner) throw invalidCredentials()
  if (match === 'outdated') {
    const hash = await dependencies.passwords.hash(input.password, turn)
    await renewPasswordHash(dependencies.db, learner, hash)
    // Reads the account again: a concurrent sign-in may have stored another hash of the same password.
    return logIn(dependencies, input, device, turn)
  }
  return openLearnerSession(dependencies, device, async (trx) => {
    const current = await recordSignIn(trx, learner)
    if (current === undefined) throw invalidCredentials()
    if (turn.kind !== 'familiar') await queueNewDeviceMail(trx, current, device)
    return current
  })
}

/**
 * Finds or creates the learner and opens a session in one transaction, then issues the tokens.
 * @param enter returns the learner's row, locked because it was just written
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
    accountCreatedAt: learner.created_at,
  })
  const account = { kind: 'learner' as const, email: learner.email, passwordHash: learner.password_hash }
  return { user: toUser(learner), refreshToken: session.refreshToken, account, ...access }
}

/** Mails an account's owner about a sign-in from an unknown browser. */
export async function queueNewDeviceMail(
  trx: Trx,
  { uid, email }: LearnerRow,
  device: Device,
): Promise<void> {
  await queueMail(trx, {
    learnerId: uid,
    recipient: email,
    letter: {
      kind: 'new-device',
      device: deviceName(device.userAgent),
      at: new Date().toISOString(),
    },
  })
}

/**
 * The learner of a session that the session check has already validated.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function learnerOfSession(db: Db, { id }: { id: string }): Promise<User> {
  const learner = await findLearner(db, id)
  if (learner === undefined) throw invalidToken()
  return toUser(learner)
}
