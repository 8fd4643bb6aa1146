import type { Admin, StreamOwner, User } from '@rehearse/contracts'
import type { MessagingTables } from '@rehearse/service-kit'
import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely'
import type { NameSource, ProfileSource } from '../oauth/merge-profile.ts'
import type { AccountTables } from './account-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { Moment, MomentOrNull } from './moment.ts'

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
  creation_key: string | null
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
  /** By its owner, from another device. */
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

export interface Tables extends MessagingTables, AccountTables, IdentityTables, PrivacyTables {
  attempt_count: AttemptCountTable
  learner: LearnerTable
  admin: AdminTable
  admin_totp: AdminTotpTable
  admin_recovery_code: AdminRecoveryCodeTable
  admin_password_reset: AdminPasswordResetTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  signing_key: SigningKeyTable
}

export type LearnerRow = Selectable<LearnerTable>
export type AdminRow = Selectable<AdminTable>
export type AdminTotpRow = Selectable<AdminTotpTable>
export type SessionRow = Selectable<SessionTable>

/** The database, inside or outside of a transaction. */
export type Db = Kysely<Tables>
/** Work that is committed together. */
export type Trx = Transaction<Tables>

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

/** What is kept of those who are forgotten: that they were, and when. */
interface PrivacyTables {
  erasure: ErasureTable
  erasure_step: ErasureStepTable
}
