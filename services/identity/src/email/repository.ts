import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { KeyedHash } from '../limits/familiar-device.ts'
import type { Db, MailRow, Trx } from '../tables.ts'
import type { LetterKind } from './letter.ts'
import { hasLink, type Letter, type TokenPurpose, tryFor } from './letter.ts'

/** Postgres channel that announces new mail. */
export const mailChannel = 'mail'
/** Seconds that a sender has for a mail before another takes it to be dead; longer than an attempt can last. */
const lease = 120
/** Days that mail which was given up stays to be looked at. */
const parkedFor = 30

/**
 * Puts mail into the queue, in the transaction of what causes it. Where one with the same kind of link to the same
 * address waits already, that one goes out: its link begins to live then.
 * @param mail `learnerId` is null where nobody has looked yet whether the address is a learner's, and for admins
 */
export async function queueMail(
  trx: Trx,
  {
    id = randomUUID(),
    learnerId,
    recipient,
    letter,
  }: { id?: string; learnerId: string | null; recipient: string; letter: Letter },
): Promise<void> {
  if (hasLink(letter) && (await isWaiting(trx, { learnerId, recipient, kind: letter.kind }))) return
  await trx
    .insertInto('mail')
    .values({
      id,
      learner_id: learnerId,
      recipient,
      letter: JSON.stringify(letter),
      give_up_at: sql<Date>`now() + ${tryFor[letter.kind]} * interval '1 second'`,
    })
    .execute()
  await sql`select pg_notify(${mailChannel}, '')`.execute(trx)
}

async function isWaiting(
  trx: Trx,
  mail: { learnerId: string | null; recipient: string; kind: TokenPurpose },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mail where recipient = ${mail.recipient} and parked_at is null and give_up_at > now()
      and letter->>'kind' = ${mail.kind} and learner_id is not distinct from ${mail.learnerId}`.execute(trx)
  return rows.length > 0
}

/** Takes mail whose time has come, so that no other sender does, and counts the attempt. */
export async function claimDueMail(db: Db, limit: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    update mail set attempts = attempts + 1, next_attempt_at = now() + ${lease} * interval '1 second'
    where id in (
      select id from mail where parked_at is null and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function removeMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute()
}

/** @param pause seconds until it is tried again; when that is too late, it is given up */
export async function putOffMail(
  db: Db,
  { id, pause, fault }: { id: string; pause: number; fault: string },
): Promise<'waiting' | 'parked'> {
  const { rows } = await sql<{ parked: boolean }>`
    update mail set fault = ${fault},
      next_attempt_at = now() + ${pause} * interval '1 second',
      parked_at = case when now() + ${pause} * interval '1 second' > give_up_at then now() end
    where id = ${id} returning parked_at is not null as parked`.execute(db)
  return rows[0]?.parked ? 'parked' : 'waiting'
}

export async function parkMail(db: Db, { id, fault }: { id: string; fault: string }): Promise<void> {
  await db.updateTable('mail').set({ parked_at: sql<Date>`now()`, fault }).where('id', '=', id).execute()
}

/** Deletes what was given up long ago, and where nothing sends mail, what has waited in vain. */
export async function deleteOldMail(db: Db): Promise<void> {
  await sql`delete from mail where give_up_at < now() - ${parkedFor} * interval '1 day'`.execute(db)
}

/**
 * Takes back mail with links that still waits, or is being sent.
 * @param of `recipient`: also what was asked for by this address alone
 */
export async function takeBackLinks(
  trx: Trx,
  {
    learnerId,
    recipient,
    kinds,
  }: { learnerId: string | null; recipient: string; kinds: readonly TokenPurpose[] },
): Promise<void> {
  await sql`
    delete from mail where parked_at is null and letter->>'kind' = any(${kinds}::text[])
      and (learner_id = ${learnerId} or (learner_id is null and recipient = ${recipient}))`.execute(trx)
}

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
