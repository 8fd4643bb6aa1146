import { sql } from 'kysely'
import type { KeyedHash } from '../limits/keyed-hash.ts'
import type { Db } from '../tables.ts'
import type { Letter, LetterKind } from './letter.ts'

interface Allowance {
  /** Mails that may go out at once. */
  atOnce: number
  /** Seconds after which there is one more. */
  every: number
}

const hour = 60 * 60
/** 3 at once, 15 in a day. Often enough that an owner whose mail others ask for, too, has a fresh link within 2 hours. */
const links: Allowance = { atOnce: 3, every: 2 * hour }
/** 5 at once, 29 in a day. */
const news: Allowance = { atOnce: 5, every: hour }

/** What an address gets of each kind, whoever causes it and from wherever. Null: bounded elsewhere. */
const allowances: Readonly<Record<LetterKind, Allowance | null>> = {
  'verify-email': links,
  'reset-password': links,
  'confirm-email': links,
  'erase-account': links,
  'password-changed': news,
  'email-changed': news,
  'new-device': news,
  'admin-password-changed': news,
  'admin-second-factor-removed': news,
  // By super admins alone, and the account is shut until it arrives.
  'admin-reset-password': null,
  // To verified addresses alone, as their owners chose.
  reminder: null,
  badges: null,
}

/**
 * Counts a mail that is about to go out for the first time.
 * @returns false when its recipient, or the account that wants it sent elsewhere, has had enough of its kind
 */
export async function takeMailAllowance(
  db: Db,
  hash: KeyedHash,
  { letter, recipient, learnerId }: { letter: Letter; recipient: string; learnerId: string | null },
): Promise<boolean> {
  const allowance = allowances[letter.kind]
  if (allowance === null) return true
  const isElsewhere = letter.kind === 'confirm-email' && learnerId !== null
  if (isElsewhere && !(await take(db, hash('mail', letter.kind, 'account', learnerId), allowance)))
    return false
  return take(db, hash('mail', letter.kind, 'recipient', recipient), allowance)
}

async function take(db: Db, key: Buffer, { atOnce, every }: Allowance): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_allowance as held (key, full_at) values (${key}, now() + ${every} * interval '1 second')
    on conflict (key) do update set full_at = greatest(held.full_at, now()) + ${every} * interval '1 second'
      where greatest(held.full_at, now()) <= now() + ${(atOnce - 1) * every} * interval '1 second'
    returning key`.execute(db)
  return rows.length === 1
}

/** Forgets those that are full again. */
export async function sweepMailAllowances(db: Db): Promise<void> {
  await db.deleteFrom('mail_allowance').where('full_at', '<', sql<Date>`now()`).execute()
}
