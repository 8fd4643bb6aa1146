import { addressOf } from '../passwords/address-of.ts'
import type { Lane } from '../passwords/concurrency-limit.ts'
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
  lane?: Lane,
): Promise<SignedInLearner> {
  const learner = await findLearnerByEmail(dependencies.db, addressOf(input.email))
  const matches = await dependencies.passwords.matches(input.password, learner?.password_hash, lane)
  if (!matches || !learner) throw invalidCredentials()
  return openLearnerSession(dependencies, device, async (trx) => {
    const current = await noteSignIn(trx, learner)
    if (current === undefined) throw invalidCredentials()
    if (lane === 'strange') await tellOfNewDevice(trx, current, device)
    return current
  })
}
