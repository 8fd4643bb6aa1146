import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { KeyedHash } from '../limits/familiar-device.ts'
import type { Db, MailRow, Trx } from '../tables.ts'
import { hasLink, type Letter, type LetterKind, retryFor, type TokenPurpose } from './letter.ts'

/** Postgres channel that announces new mail. */
export const mailChannel = 'mail'
/** Seconds that a worker has for a mail before another may claim it; longer than any attempt. */
const lease = 120
/** Days that dead-lettered mail is kept for inspection. */
const deadLetterDays = 30

/**
 * Queues mail in the transaction that causes it. If a mail with the same kind of link to the same address is already
 * queued, this does nothing: a link's lifetime starts when its mail is sent.
 * @param mail `learnerId` is null for admins, and if it's unknown whether the address belongs to a learner
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
      give_up_at: sql<Date>`now() + ${retryFor[letter.kind]} * interval '1 second'`,
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

/** Claims due mail for this worker and counts the attempt. */
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

/** @param pause seconds until the next attempt; past its deadline the mail is dead-lettered */
export async function rescheduleMail(
  db: Db,
  { id, pause, fault }: { id: string; pause: number; fault: string },
): Promise<'waiting' | 'dead-lettered'> {
  const { rows } = await sql<{ isDeadLettered: boolean }>`
    update mail set fault = ${fault},
      next_attempt_at = now() + ${pause} * interval '1 second',
      parked_at = case when now() + ${pause} * interval '1 second' > give_up_at then now() end
    where id = ${id} returning parked_at is not null as "isDeadLettered"`.execute(db)
  return rows[0]?.isDeadLettered ? 'dead-lettered' : 'waiting'
}

export async function deadLetterMail(db: Db, { id, fault }: { id: string; fault: string }): Promise<void> {
  await db.updateTable('mail').set({ parked_at: sql<Date>`now()`, fault }).where('id', '=', id).execute()
}

/** Deletes old dead-lettered mail, and mail that expired because no server is configured. */
export async function deleteOldMail(db: Db): Promise<void> {
  await sql`delete from mail where give_up_at < now() - ${deadLetterDays} * interval '1 day'`.execute(db)
}

/**
 * Removes queued mail with links, including mail that is being sent.
 * @param of `recipient`: includes mail that was requested with only this address
 */
export async function revokeQueuedLinks(
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
  /** Mails that may be sent in a burst. */
  atOnce: number
  /** Seconds until another mail may be sent. */
  every: number
}

const hour = 60 * 60
/**
 * A burst of 3, and 15 in a day: even if others request mail for the address too, its owner gets a new link within 2
 * hours.
 */
const links: Allowance = { atOnce: 3, every: 2 * hour }
/**
 * A burst of 3, and one more before the link of the last one expires: someone who uses up the limit for others thereby
 * mails them a link that works.
 */
const signInLinks: Allowance = { atOnce: 3, every: 20 * 60 }
/** A burst of 5, and 29 in a day. */
const news: Allowance = { atOnce: 5, every: hour }

/**
 * How many emails of each kind an address receives, regardless of who triggers them. Null means limited elsewhere.
 */
const allowances: Readonly<Record<LetterKind, Allowance | null>> = {
  'verify-email': links,
  'reset-password': links,
  'confirm-email': links,
  'erase-account': links,
  'sign-in': signInLinks,
  'password-changed': news,
  'email-changed': news,
  'new-device': news,
  'admin-password-changed': news,
  'admin-second-factor-removed': news,
  // Sent by super admins only, and the account is locked until it arrives.
  'admin-reset-password': null,
  // The questions service sends at most one in 15 minutes.
  'admin-comments': null,
  // Sent to verified addresses only, as their owners chose.
  reminder: null,
  badges: null,
}

/**
 * Counts a mail before its first attempt.
 * @returns false if its recipient, or the account that changes its address, has reached the limit
 */
export async function consumeMailAllowance(
  db: Db,
  hash: KeyedHash,
  { letter, recipient, learnerId }: { letter: Letter; recipient: string; learnerId: string | null },
): Promise<boolean> {
  const allowance = allowances[letter.kind]
  if (allowance === null) return true
  const isElsewhere = letter.kind === 'confirm-email' && learnerId !== null
  if (
    isElsewhere &&
    !(await consumeAllowance(db, hash('mail', letter.kind, 'account', learnerId), allowance))
  )
    return false
  return consumeAllowance(db, hash('mail', letter.kind, 'recipient', recipient), allowance)
}

async function consumeAllowance(db: Db, key: Buffer, { atOnce, every }: Allowance): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_allowance as held (key, full_at) values (${key}, now() + ${every} * interval '1 second')
    on conflict (key) do update set full_at = greatest(held.full_at, now()) + ${every} * interval '1 second'
      where greatest(held.full_at, now()) <= now() + ${(atOnce - 1) * every} * interval '1 second'
    returning key`.execute(db)
  return rows.length === 1
}

/** Deletes allowances that are full again. */
export async function deleteFullAllowances(db: Db): Promise<void> {
  await db.deleteFrom('mail_allowance').where('full_at', '<', sql<Date>`now()`).execute()
}
