import { DomainError, type LearnerAccount } from '@rehearse/contracts'
import type { LearnerRow } from '../tables.ts'
import { toUser } from './user.ts'

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
