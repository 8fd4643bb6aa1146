import type { MailSubscription } from '@rehearse/contracts'
import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Letter, TokenPurpose } from '../mail/letter.ts'
import type { Moment, MomentOrNull } from './moment.ts'

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

interface AccountTokenTable {
  id: string
  learner_id: string
  purpose: TokenPurpose
  token_hash: Buffer
  email: string
  expires_at: Date
  used_at: MomentOrNull
}

interface MailAllowanceTable {
  key: Buffer
  full_at: Date
}

interface UnsubscribeTokenTable {
  token_hash: Buffer
  learner_id: string
  subscription: MailSubscription
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

/** What mail and the account flows by mail keep. */
export interface AccountTables {
  mail: MailTable
  account_token: AccountTokenTable
  mail_allowance: MailAllowanceTable
  unsubscribe_token: UnsubscribeTokenTable
  practice: PracticeTable
  reminder: ReminderTable
}

export type MailRow = Selectable<MailTable>
export type AccountTokenRow = Selectable<AccountTokenTable>
