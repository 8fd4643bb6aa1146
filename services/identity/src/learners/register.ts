import { randomUUID } from 'node:crypto'
import { identitySubjects, type RegisterInput } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import { queueMail } from '../email/mail-repository.ts'
import type { HashTurn } from '../passwords/password-hasher.ts'
import { passwordsDoNotMatch } from '../passwords/passwords-do-not-match.ts'
import type { Device } from '../sessions/device.ts'
import { emailTaken } from './email-taken.ts'
import { findLearnerByEmail, insertLearner } from './learner-repository.ts'
import { openLearnerSession, type SignedInLearner, type SignInDependencies } from './open-session.ts'

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
