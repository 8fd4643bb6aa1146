import type { MailSubscription, Preferences } from '@rehearse/contracts'
import { changePreferences } from '../learners/change-preferences.ts'
import type { Db } from '../tables.ts'
import { linkExpired } from './link-expired.ts'
import { findUnsubscribeToken } from './unsubscribe-repository.ts'

const preferenceOf: Readonly<Record<MailSubscription, keyof Preferences['notifications']>> = {
  reminders: 'learningReminders',
  achievements: 'achievementAlerts',
}

/**
 * Ends one kind of mail for the learner whose mail carried this token, signed in or not; doing it again changes nothing.
 * @throws {DomainError} 400 `link_expired`
 */
export async function unsubscribe(db: Db, token: string): Promise<MailSubscription> {
  const found = await findUnsubscribeToken(db, token)
  if (found === undefined) throw linkExpired()
  const { learner_id: uid, subscription } = found
  await db.transaction().execute((trx) =>
    changePreferences(trx, uid, (before) => ({
      ...before,
      notifications: { ...before.notifications, [preferenceOf[subscription]]: false },
    })),
  )
  return subscription
}
