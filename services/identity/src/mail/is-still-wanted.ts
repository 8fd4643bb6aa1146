import type { Preferences } from '@rehearse/contracts'
import type { LearnerRow } from '../db/tables.ts'
import type { LearnerLetter } from './letter.ts'

/**
 * Whether a mail that has waited should go out still: between its cause and now the learner may have verified, moved to
 * another address, or ended mail of this kind. What nobody asked for goes to verified addresses alone, since else who
 * signs up with a stranger's address has us write to the stranger every day.
 */
export function isStillWanted(
  { letter, recipient }: { letter: LearnerLetter; recipient: string },
  learner: Pick<LearnerRow, 'email' | 'is_email_verified' | 'disabled_at'>,
  { notifications }: Pick<Preferences, 'notifications'>,
): boolean {
  const isTheirs = learner.email === recipient
  const takesMail =
    isTheirs && learner.is_email_verified && learner.disabled_at === null && notifications.email
  switch (letter.kind) {
    case 'verify-email':
      return isTheirs && !learner.is_email_verified
    case 'reset-password':
    case 'erase-account':
      return isTheirs
    case 'confirm-email':
      return !isTheirs
    case 'password-changed':
    case 'email-changed':
    case 'new-device':
      return true
    case 'reminder':
      return takesMail && notifications.learningReminders
    case 'badges':
      return takesMail && notifications.achievementAlerts
    default:
      return letter satisfies never
  }
}
