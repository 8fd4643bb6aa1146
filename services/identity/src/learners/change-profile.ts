import type { ProfileInput } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { changePreferences } from './change-preferences.ts'
import { chooseName, choosePhoto } from './profile-repository.ts'

/** Keeps what the learner chose of their profile. From then on no sign-in elsewhere replaces it. */
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
