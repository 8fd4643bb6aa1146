import { DomainError, type LearnerAccount, type User } from '@rehearse/contracts'
import type { LearnerRow } from '../tables.ts'

/** The learner's own view of their account. */
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

/** An admin's view of a learner's account. */
export const toAccount = (row: LearnerRow): LearnerAccount => ({
  ...toUser(row),
  disabledAt: row.disabled_at?.toISOString() ?? null,
  disabledReason: row.disabled_reason,
})

/** Only at sign-in, after the correct password. */
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
