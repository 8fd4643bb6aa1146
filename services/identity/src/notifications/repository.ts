import { PREFERENCE_DEFAULTS as defaults, type PushSubscriptionInput, QUOTAS } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import type { LocalClock } from './local-clock.ts'

/** Subscriptions per learner; older ones are from browsers that are no longer used. */
const devicesMax = QUOTAS['push-devices'].total

/** Stores a subscription, replacing one with the same endpoint. */
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

export interface DueLearner {
  uid: string
  email: string
  /** The learner's local day; for study hours past midnight, the day on which they began. */
  day: string
  zone: string
  lastPractisedAt: Date | null
}

/** The time zones of learners. */
export async function timeZonesInUse(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct preferences->>'timezone' as zone from learner_preferences
    union select ${defaults.timezone}`.execute(db)
  return rows.map(({ zone }) => zone)
}

/** Learners in their study hours who want reminders and whose day isn't claimed yet. */
export async function findDueLearners(
  db: Db,
  clocks: readonly LocalClock[],
  limit: number,
): Promise<DueLearner[]> {
  const { rows } = await sql<DueLearner>`
    with clock as (
      select * from jsonb_to_recordset(${JSON.stringify(clocks)}::jsonb)
        as clock(zone text, today date, yesterday date, "time" text)
    ), wish as (
      select uid, email,
        coalesce(preferences->>'timezone', ${defaults.timezone}) as zone,
        coalesce(preferences#>>'{studyHours,start}', ${defaults.studyHours.start}) as "from",
        coalesce(preferences#>>'{studyHours,end}', ${defaults.studyHours.end}) as "to",
        coalesce((preferences#>>'{notifications,learningReminders}')::boolean,
          ${defaults.notifications.learningReminders}::boolean) as reminders,
        is_email_verified and coalesce((preferences#>>'{notifications,email}')::boolean,
          ${defaults.notifications.email}::boolean) as by_mail,
        coalesce((preferences#>>'{notifications,push}')::boolean, ${defaults.notifications.push}::boolean)
          and exists (select from push_subscription where push_subscription.learner_uid = uid) as by_push
      from learner left join learner_preferences on learner_uid = uid
      where disabled_at is null
    ), due as (
      select uid, email, zone, case when "from" > "to" and "time" < "to" then yesterday else today end as day
      from wish join clock using (zone)
      where reminders and (by_mail or by_push)
        and case when "from" <= "to" then "time" >= "from" and "time" < "to" else "time" >= "from" or "time" < "to" end
    )
    select uid, email, zone, due.day::text as day, last_practised_at as "lastPractisedAt"
    from due left join practice on practice.learner_id = uid
    where not exists (select from reminder where reminder.learner_id = uid and reminder.day = due.day)
    limit ${limit}`.execute(db)
  return rows
}

/** Claims these learners' days; returns those that no other replica has claimed. */
export async function claimDays(trx: Trx, due: readonly DueLearner[]): Promise<DueLearner[]> {
  const settled = await trx
    .insertInto('reminder')
    .values(due.map(({ uid, day }) => ({ learner_id: uid, day })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('learner_id')
    .execute()
  const ours = new Set(settled.map((row) => row.learner_id))
  return due.filter(({ uid }) => ours.has(uid))
}

/** Deletes days that have ended in every time zone. */
export async function deleteOldDays(db: Db): Promise<void> {
  await sql`delete from reminder where day < current_date - 3`.execute(db)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Records when learners last practiced, by the quarter of an hour, since days begin with one in every time zone: an
 * answer soon after another writes nothing. Unknown learners are skipped.
 */
export async function recordPractice(
  trx: Trx,
  practiced: readonly { learnerId: string; at: string }[],
): Promise<void> {
  const newest = new Map<string, string>()
  for (const { learnerId, at } of practiced) {
    if (uuid.test(learnerId) && at > (newest.get(learnerId) ?? '')) newest.set(learnerId, at)
  }
  if (newest.size === 0) return
  await sql`
    insert into practice (learner_id, last_practised_at)
    select uid, at from unnest(${[...newest.keys()]}::uuid[], ${[...newest.values()]}::timestamptz[]) as practiced (id, at)
    join learner on uid = id
    left join practice on learner_id = uid
    where last_practised_at is null or date_bin('15 minutes', at, 'epoch') > last_practised_at
    order by uid
    on conflict (learner_id) do update
      set last_practised_at = greatest(practice.last_practised_at, excluded.last_practised_at)`.execute(trx)
}
