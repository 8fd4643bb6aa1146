import { randomUUID } from 'node:crypto'
import { identitySubjects, LEARNER_TOKEN_TTL, type RegisterInput, type User } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import { queueMail } from '../email/repository.ts'
import type { AccessToken, TokenIssuer } from '../keys/token-issuer.ts'
import type { AccountState } from '../limits/familiar-device.ts'
import { addressOf } from '../passwords/address-of.ts'
import { passwordsDoNotMatch } from '../passwords/errors.ts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import type { Device } from '../sessions/device.ts'
import { deviceName } from '../sessions/device.ts'
import { invalidCredentials, invalidToken } from '../sessions/errors.ts'
import { startLearnerSession } from '../sessions/session.ts'
import type { Db, LearnerRow, Trx } from '../tables.ts'
import { accountDisabled, emailTaken, toUser } from './learner.ts'
import { findLearner, findLearnerByEmail, insertLearner, noteSignIn } from './repository.ts'

/**
 * Makes an account and signs its owner in.
 * @throws {DomainError} 400 `passwords_do_not_match`, 409 `email_taken`
 */
export async function register(
  dependencies: SignInDependencies,
  { email, password, confirmPassword, name }: RegisterInput,
  device: Device,
  turn: HashTurn,
): Promise<SignedInLearner> {
  if (password !== confirmPassword) throw passwordsDoNotMatch()
  // Saves the hashing where the answer is clear already; what decides, also in a race, is the unique index.
  if (await findLearnerByEmail(dependencies.db, email)) throw emailTaken()
  const passwordHash = await dependencies.passwords.hash(password, turn)
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

/** @throws {DomainError} 401 `invalid_credentials`, whatever it was that didn't fit */
export async function logIn(
  dependencies: SignInDependencies,
  input: { email: string; password: string },
  device: Device,
  turn: HashTurn,
): Promise<SignedInLearner> {
  const learner = await findLearnerByEmail(dependencies.db, addressOf(input.email))
  const matches = await dependencies.passwords.matches(input.password, learner?.password_hash, turn)
  if (!matches || !learner) throw invalidCredentials()
  return openLearnerSession(dependencies, device, async (trx) => {
    const current = await noteSignIn(trx, learner)
    if (current === undefined) throw invalidCredentials()
    if (turn.kind !== 'familiar') await tellOfNewDevice(trx, current, device)
    return current
  })
}

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

/** Mails to an account's owner that somebody, perhaps not they, has signed in from a browser not seen there before. */
export async function tellOfNewDevice(trx: Trx, { uid, email }: LearnerRow, device: Device): Promise<void> {
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
 * The learner whose session it is; that it is alive has been checked at the door.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function learnerOfSession(db: Db, { id }: { id: string }): Promise<User> {
  const learner = await findLearner(db, id)
  if (learner === undefined) throw invalidToken()
  return toUser(learner)
}
