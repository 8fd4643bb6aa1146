import { identitySubjects, type Preferences } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import type { Trx } from '../tables.ts'
import { findPreferences, lockPreferences, storePreferences } from './preferences-repository.ts'

/** Makes somebody's preferences what `change` makes of them, and tells the other services if that is anything new. */
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
      data: { learnerId: uid, timezone: preferences.timezone },
    },
  ])
  return preferences
}
