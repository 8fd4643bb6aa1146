import type { User } from '@rehearse/contracts'
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
