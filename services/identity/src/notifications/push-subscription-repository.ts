import { type PushSubscriptionInput, QUOTAS } from '@rehearse/contracts'
import type { Db, Trx } from '../tables.ts'

/** A learner's browsers, at most: what is older than the newest so many is some browser long gone. */
const devicesMax = QUOTAS['push-devices'].total

/** Keeps a subscription; of the same endpoint the last one counts, whoever it was before. */
export async function storeSubscription(
  trx: Trx,
  uid: string,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<void> {
  const values = { learner_uid: uid, ...keys }
  await trx
    .insertInto('push_subscription')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute()
  const newest = trx
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('learner_uid', '=', uid)
    .orderBy('created_at', 'desc')
    .limit(devicesMax)
  await trx
    .deleteFrom('push_subscription')
    .where('learner_uid', '=', uid)
    .where('endpoint', 'not in', newest)
    .execute()
}

export async function subscriptionsOf(db: Db, uid: string): Promise<PushSubscriptionInput[]> {
  const rows = await db
    .selectFrom('push_subscription')
    .selectAll()
    .where('learner_uid', '=', uid)
    .orderBy('created_at')
    .execute()
  return rows.map(({ endpoint, p256dh, auth }) => ({ endpoint, keys: { p256dh, auth } }))
}

export async function removeSubscription(db: Db, uid: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('learner_uid', '=', uid)
    .where('endpoint', '=', endpoint)
    .execute()
}
