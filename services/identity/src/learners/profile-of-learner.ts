import type { Profile, User } from '@rehearse/contracts'
import { identitiesOf } from '../oauth/identity-repository.ts'
import { invalidToken } from '../sessions/refusals.ts'
import type { Db } from '../tables.ts'
import { findLearner } from './learner-repository.ts'
import { findPreferences } from './preferences-repository.ts'
import { toUser } from './user.ts'

/**
 * All that a learner is shown of themselves.
 * @throws {DomainError} 401 `invalid_token` when the account is gone
 */
export async function profileOfLearner(db: Db, uid: User['uid']): Promise<Profile> {
  const [learner, identities, preferences] = await Promise.all([
    findLearner(db, uid),
    identitiesOf(db, uid),
    findPreferences(db, uid),
  ])
  if (learner === undefined) throw invalidToken()
  return {
    ...toUser(learner),
    hasPassword: learner.password_hash !== null,
    identities: identities.map(({ provider, email, linked_at }) => ({
      provider,
      email,
      linkedAt: linked_at.toISOString(),
    })),
    timezone: preferences.timezone,
    preferences,
  }
}
