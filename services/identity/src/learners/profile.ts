import {
  identitySubjects,
  type Preferences,
  type Profile,
  type ProfileInput,
  type User,
} from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import { invalidToken } from '../sessions/errors.ts'
import type { Db, Trx } from '../tables.ts'
import { toUser } from './learner.ts'
import {
  chooseName,
  choosePhoto,
  findLearner,
  findPreferences,
  identitiesOf,
  lockPreferences,
  storePreferences,
} from './repository.ts'

/**
 * A learner's own profile.
 * @throws {DomainError} 401 `invalid_token` if the account no longer exists
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

/** Stores the fields that the learner chose. Later sign-ins with a provider don't overwrite them. */
export async function changeProfile(
  db: Db,
  uid: string,
  { displayName, photoURL, timezone }: ProfileInput,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (displayName !== undefined) await chooseName(trx, uid, displayName)
    if (photoURL !== undefined) await choosePhoto(trx, uid, photoURL)
    if (timezone !== undefined) await changePreferences(trx, uid, (before) => ({ ...before, timezone }))
  })
}

/** Updates a learner's preferences and publishes an event if they changed. */
export async function changePreferences(
  trx: Trx,
  uid: string,
  change: (before: Preferences) => Preferences,
): Promise<Preferences> {
  await lockPreferences(trx, uid)
  const preferences = change(await findPreferences(trx, uid))
  if (!(await storePreferences(trx, uid, preferences))) return preferences
  await enqueue(trx, [
    {
      subject: identitySubjects.preferencesChanged,
      type: 'PreferencesChanged',
      version: 1,
      data: {
        learnerId: uid,
        timezone: preferences.timezone,
        targetAccuracy: preferences.targetAccuracy,
        language: preferences.language,
        dailyGoal: preferences.dailyGoal,
        learningPath: preferences.learningPath,
        sections: preferences.sections,
      },
    },
  ])
  return preferences
}
