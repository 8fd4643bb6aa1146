import type { MailSubscription } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { AccountTokenRow, Db, Trx } from '../tables.ts'
import { hashMailedToken } from './emailed-links.ts'
import { linkLife, type TokenPurpose } from './letter.ts'

/** Days that a token stays after it ran out, so that a request with a used one, sent again, is answered as before. */
const keptFor = 30

/**
 * Makes the token of a mail that is about to go out. Those mailed before it go on working: else who asks for a link in
 * the owner's place would end theirs. Only a link to another new address takes the place of the one before.
 * Called again for the same mail, it starts the token's life again.
 * @returns false when the mail was taken back meanwhile
 */
export async function issueToken(
  db: Db,
  token: { mailId: string; learnerId: string; purpose: TokenPurpose; email: string; secret: string },
): Promise<boolean> {
  const { mailId, learnerId, purpose, email, secret } = token
  const { rows } = await sql`
    with others as (
      update account_token set expires_at = least(expires_at, now())
      where learner_id = ${learnerId}::uuid and purpose = 'confirm-email' and purpose = ${purpose}
        and email <> ${email} and used_at is null)
    insert into account_token (id, learner_id, purpose, token_hash, email, expires_at)
    select mail.id, ${learnerId}::uuid, ${purpose}, ${hashMailedToken(secret)}, ${email},
      now() + ${linkLife[purpose]} * interval '1 second'
    from mail where mail.id = ${mailId}
    -- Who takes the mail back at this moment is waited for, or waits and then sees the link.
    for key share
    on conflict (id) do update set expires_at = excluded.expires_at
    returning id`.execute(db)
  return rows.length === 1
}

/** Deletes tokens that ran out long ago. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await sql`delete from account_token where expires_at < now() - ${keptFor} * interval '1 day'`.execute(db)
}

/** A token that was mailed, alive or not. */
export function findToken(
  db: Db,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<(AccountTokenRow & { is_alive: boolean }) | undefined> {
  return db
    .selectFrom('account_token')
    .selectAll()
    .select(sql<boolean>`expires_at > now()`.as('is_alive'))
    .where('token_hash', '=', hashMailedToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Uses a token up; of several who try at once, one succeeds. */
export async function useToken(trx: Trx, id: string): Promise<boolean> {
  const used = await trx
    .updateTable('account_token')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Ends what was mailed and not used yet: the account is no longer as it was then. */
export async function endTokens(
  trx: Trx,
  learnerId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await trx
    .updateTable('account_token')
    .set({ expires_at: sql<Date>`least(expires_at, now())` })
    .where('learner_id', '=', learnerId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Remembers the token that a mail carries, however often: it works for as long as the learner is here. */
export async function keepUnsubscribeToken(
  db: Db,
  { token, learnerId, subscription }: { token: string; learnerId: string; subscription: MailSubscription },
): Promise<void> {
  await db
    .insertInto('unsubscribe_token')
    .values({ token_hash: hashMailedToken(token), learner_id: learnerId, subscription })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findUnsubscribeToken(
  db: Db,
  token: string,
): Promise<{ learner_id: string; subscription: MailSubscription } | undefined> {
  return db
    .selectFrom('unsubscribe_token')
    .select(['learner_id', 'subscription'])
    .where('token_hash', '=', hashMailedToken(token))
    .executeTakeFirst()
}
