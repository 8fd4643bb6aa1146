import { addressOf } from '../passwords/address-of.ts'
import type { HashTurn } from '../passwords/password-hasher.ts'
import type { Device } from '../sessions/device.ts'
import { invalidCredentials } from '../sessions/refusals.ts'
import { findLearnerByEmail, noteSignIn } from './learner-repository.ts'
import { openLearnerSession, type SignedInLearner, type SignInDependencies } from './open-session.ts'
import { tellOfNewDevice } from './tell-of-new-device.ts'

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
