import type { User } from '@rehearse/contracts'
import { DomainError, type LearnerAccount } from '@rehearse/contracts'
import type { LearnerRow } from '../tables.ts'

/** What the learner is shown of their own record. */
export const toUser = (row: LearnerRow): User => ({
  uid: row.uid,
  email: row.email,
  displayName: row.display_name,
  photoURL: row.photo_url,
  provider: row.provider,
  isEmailVerified: row.is_email_verified,
  createdAt: row.created_at.toISOString(),
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
})

/** What admins are shown of a learner's record. */
export const toAccount = (row: LearnerRow): LearnerAccount => ({
  ...toUser(row),
  disabledAt: row.disabled_at?.toISOString() ?? null,
  disabledReason: row.disabled_reason,
})

/** At sign-in only, and only to who has shown that the account is theirs. */
export const accountDisabled = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'account_disabled',
    message: 'This account is disabled',
  })

export const learnerNotFound = (): DomainError =>
  new DomainError({ kind: 'not-found', code: 'learner_not_found', message: 'Learner not found' })

export const emailTaken = (): DomainError =>
  new DomainError({
    kind: 'conflict',
    code: 'email_taken',
    message: 'An account with this email already exists',
  })
