import type { MailSubscription } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { AccountTokenRow, Db, Trx } from '../tables.ts'
import { hashMailedToken } from './emailed-links.ts'
import { linkTtl, type TokenPurpose } from './letter.ts'

/** Days that expired tokens are kept, so that repeating a request with a used one succeeds. */
const retentionDays = 30

/**
 * Issues the token of a mail that is about to be sent. Earlier links stay valid, otherwise anyone could invalidate an
 * owner's link by requesting another. Only a link to a different new address replaces the one before.
 * Repeating it for the same mail renews the token.
 * @returns false if the mail was revoked in the meantime
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
      now() + ${linkTtl[purpose]} * interval '1 second'
    from mail where mail.id = ${mailId}
    -- A concurrent revocation of the mail either finishes first or waits and then sees the token.
    for key share
    on conflict (id) do update set expires_at = excluded.expires_at
    returning id`.execute(db)
  return rows.length === 1
}

/** Deletes tokens that expired long ago. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await sql`delete from account_token where expires_at < now() - ${retentionDays} * interval '1 day'`.execute(
    db,
  )
}

/** An emailed token, valid or not. */
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

/** Marks a token as used; only one of concurrent attempts succeeds. */
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

/** Expires unused tokens, after a change to the account. */
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

/** Stores the token that a mail carries. It's valid as long as the account exists. */
export async function storeUnsubscribeToken(
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
