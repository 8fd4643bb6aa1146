import type { MailSubscription } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { hashMailedToken } from './mailed-secrets.ts'

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
