import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import { ofType } from '../learner/of-type.ts'
import type { ProgressTables } from '../tables.ts'

type Trx = Transaction<ProgressTables>

/** Badges earned and milestones reached: no reset takes them away. */
export const achievementsProjection: Projection<ProgressTables> = {
  name: 'achievements',
  tables: ['learner_badge', 'learner_milestone'],
  apply: async (trx, events) => {
    await addBadges(trx, events)
    await addMilestones(trx, events)
  },
}

async function addBadges(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const earned = events.filter((event) => ofType(event, 'BadgeEarned'))
  if (earned.length === 0) return
  await sql`
    insert into learner_badge (learner_id, badge_id, title, rarity, earned_at, caused_by)
    select * from unnest(
      ${earned.map(({ data }) => data.learnerId)}::text[], ${earned.map(({ data }) => data.badgeId)}::text[],
      ${earned.map(({ data }) => data.title)}::text[], ${earned.map(({ data }) => data.rarity)}::text[],
      ${earned.map(({ data }) => data.earnedAt)}::timestamptz[],
      ${earned.map(({ metadata }) => metadata.causationId)}::uuid[])
    on conflict do nothing`.execute(trx)
}

async function addMilestones(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const reached = events.filter((event) => ofType(event, 'MilestoneReached'))
  if (reached.length === 0) return
  await sql`
    insert into learner_milestone (learner_id, milestone_id, reached_at)
    select * from unnest(
      ${reached.map(({ data }) => data.learnerId)}::text[],
      ${reached.map(({ data }) => data.milestoneId)}::text[],
      ${reached.map(({ data }) => data.reachedAt)}::timestamptz[])
    on conflict do nothing`.execute(trx)
}
