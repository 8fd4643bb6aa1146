import { join } from 'node:path'
import type {
  Admin,
  MailSubscription,
  Preferences,
  SignInProviderName,
  StreamOwner,
  User,
} from '@rehearse/contracts'
import type { IdempotencyTables, MessagingTables } from '@rehearse/service-kit'
import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely'
import type { Letter, TokenPurpose } from './email/letter.ts'
import type { NameSource, ProfileSource } from './oauth/merge-profile.ts'

/** Folders of migrations, in the order in which they run. */
export const migrations: readonly string[] = [join(import.meta.dirname, 'migrations')]

export interface Tables extends MessagingTables, IdempotencyTables {
  learner: LearnerTable
  learner_preferences: LearnerPreferencesTable
  admin: AdminTable
  admin_totp: AdminTotpTable
  admin_recovery_code: AdminRecoveryCodeTable
  admin_password_reset: AdminPasswordResetTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  signing_key: SigningKeyTable
  attempt_count: AttemptCountTable
  oauth_transaction: OauthTransactionTable
  identity: IdentityTable
  mail: MailTable
  mail_allowance: MailAllowanceTable
  account_token: AccountTokenTable
  unsubscribe_token: UnsubscribeTokenTable
  push_subscription: PushSubscriptionTable
  practice: PracticeTable
  reminder: ReminderTable
  erasure: ErasureTable
  erasure_step: ErasureStepTable
}

/** The database, with or without a transaction. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

export type LearnerRow = Selectable<LearnerTable>
export type AdminRow = Selectable<AdminTable>
export type AdminTotpRow = Selectable<AdminTotpTable>
export type SessionRow = Selectable<SessionTable>
export type IdentityRow = Selectable<IdentityTable>
export type MailRow = Selectable<MailTable>
export type AccountTokenRow = Selectable<AccountTokenTable>

/** A timestamp with a default in Postgres; written as a date or as SQL. */
type Moment = ColumnType<Date, Date | undefined, Date>
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>

interface LearnerTable {
  uid: string
  email: string
  password_hash: string | null
  display_name: string
  photo_url: string | null
  provider: User['provider']
  is_email_verified: Generated<boolean>
  name_from: ColumnType<NameSource, NameSource | undefined, NameSource>
  photo_from: ProfileSource
  created_at: Moment
  last_login_at: MomentOrNull
  disabled_at: MomentOrNull
  disabled_reason: string | null
  disabled_by: string | null
}

interface LearnerPreferencesTable {
  learner_uid: string
  preferences: JSONColumnType<Preferences>
  updated_at: Moment
}

interface AdminTable {
  id: string
  email: string
  /** Null after a reset, until the admin has set a new password. */
  password_hash: string | null
  name: string
  role: Admin['role']
  is_active: Generated<boolean>
  created_at: Moment
  last_login: MomentOrNull
  created_by: string | null
}

interface AdminTotpTable {
  admin_id: string
  secret: Buffer
  created_at: Moment
  confirmed_at: MomentOrNull
  last_step: Generated<number>
  wrong_codes: Generated<number>
  wrong_since: Moment
}

interface AdminRecoveryCodeTable {
  admin_id: string
  code_hash: Buffer
  used_at: MomentOrNull
}

interface AdminPasswordResetTable {
  admin_id: string
  token_hash: Buffer
  expires_at: Date
}

export type SessionKind = 'learner' | 'admin'
export type SessionEndReason =
  | 'signed-out'
  | 'refresh-token-reused'
  /** Ended by its owner from another device. */
  | 'ended-elsewhere'
  | 'account-disabled'
  | 'password-changed'
  | 'account-erased'
  | 'second-factor-changed'

interface SessionTable {
  id: string
  kind: SessionKind
  subject_id: string
  created_at: Moment
  expires_at: Date
  ended_at: MomentOrNull
  end_reason: SessionEndReason | null
  user_agent: string | null
  address: string | null
  last_used_at: Moment
  can_only_enroll: Generated<boolean>
}

interface RefreshTokenTable {
  token_hash: Buffer
  session_id: string
  created_at: Moment
  expires_at: Date
  used_at: MomentOrNull
}

interface SigningKeyTable {
  kid: string
  public_jwk: JSONColumnType<{ kty: string; kid: string }>
  private_key: Buffer
  created_at: Moment
  signs_from: Moment
}

interface AttemptCountTable {
  key: Buffer
  tries: number
  ends_at: Date
}

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

interface MailTable {
  id: string
  learner_id: string | null
  recipient: string
  letter: JSONColumnType<Letter>
  created_at: Moment
  give_up_at: Date
  next_attempt_at: Moment
  attempts: Generated<number>
  parked_at: MomentOrNull
  fault: string | null
}

interface MailAllowanceTable {
  key: Buffer
  full_at: Date
}

interface AccountTokenTable {
  id: string
  learner_id: string
  purpose: TokenPurpose
  token_hash: Buffer
  email: string
  expires_at: Date
  used_at: MomentOrNull
}

interface UnsubscribeTokenTable {
  token_hash: Buffer
  learner_id: string
  subscription: MailSubscription
}

interface PushSubscriptionTable {
  endpoint: string
  learner_uid: string
  p256dh: string
  auth: string
  created_at: Moment
}

interface PracticeTable {
  learner_id: string
  last_practised_at: Date
}

interface ReminderTable {
  learner_id: string
  /** `2026-11-21`. */
  day: string
  settled_at: Moment
}

/** After an erasure, the record that it happened and when. */
interface ErasureTable {
  id: string
  learner_id: string | null
  requested_by: string | null
  requested_at: Moment
}

interface ErasureStepTable {
  erasure_id: string
  service: StreamOwner
  done_at: MomentOrNull
}
