import { sql } from 'kysely'
import type { AccountTokenRow } from '../db/account-tables.ts'
import type { Db, Trx } from '../db/tables.ts'
import { linkLife, type TokenPurpose } from '../mail/letter.ts'
import { hashMailedToken } from './mailed-secrets.ts'

/** Mails of one purpose that a learner is sent in an hour, whoever asks for them. */
const hourlyMax = 5

/**
 * Makes the token of a mail that is about to go out; the one before it, of the same purpose, is worth nothing then.
 * Called again for the same mail, it starts the token's life again.
 * @returns false when the mail was replaced meanwhile, or the learner was sent enough of them
 */
export async function issueToken(
  db: Db,
  token: { mailId: string; learnerId: string; purpose: TokenPurpose; email: string; secret: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into account_token as held
      (id, learner_id, purpose, token_hash, email, expires_at, hour_began_at, issued_in_hour)
    select mail.id, ${token.learnerId}::uuid, ${token.purpose}, ${hashMailedToken(token.secret)}, ${token.email},
      now() + ${linkLife[token.purpose]} * interval '1 second', now(), 1
    from mail where mail.id = ${token.mailId}
    -- Who takes the mail back at this moment is waited for, or waits and then sees the link.
    for key share
    on conflict (learner_id, purpose) do update set
      id = excluded.id, token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at,
      used_at = case when held.id = excluded.id then held.used_at end,
      hour_began_at = case
        when held.hour_began_at < now() - interval '1 hour' then now() else held.hour_began_at end,
      issued_in_hour = case
        when held.id = excluded.id then held.issued_in_hour
        when held.hour_began_at < now() - interval '1 hour' then 1
        else held.issued_in_hour + 1 end
    where held.id = excluded.id or held.hour_began_at < now() - interval '1 hour' or held.issued_in_hour < ${hourlyMax}
    returning id`.execute(db)
  return rows.length === 1
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
