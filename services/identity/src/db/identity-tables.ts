import type { Preferences, SignInProviderName } from '@rehearse/contracts'
import type { JSONColumnType, Selectable } from 'kysely'
import type { Moment } from './moment.ts'

interface OauthTransactionTable {
  state_hash: Buffer
  browser_hash: Buffer
  provider: SignInProviderName
  return_path: string
  expires_at: Date
}

interface IdentityTable {
  provider: SignInProviderName
  subject: string
  learner_uid: string
  email: string | null
  linked_at: Moment
  last_used_at: Moment
}

interface LearnerPreferencesTable {
  learner_uid: string
  preferences: JSONColumnType<Preferences>
  updated_at: Moment
}

interface PushSubscriptionTable {
  endpoint: string
  learner_uid: string
  p256dh: string
  auth: string
  created_at: Moment
}

/** Accounts elsewhere, what learners prefer, and the browsers that take messages for them. */
export interface IdentityTables {
  oauth_transaction: OauthTransactionTable
  identity: IdentityTable
  learner_preferences: LearnerPreferencesTable
  push_subscription: PushSubscriptionTable
}

export type IdentityRow = Selectable<IdentityTable>
