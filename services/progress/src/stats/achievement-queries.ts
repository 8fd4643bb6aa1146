import type { Badge, Progress } from '@rehearse/contracts'
import { BADGE_POINTS } from '@rehearse/contracts'
import type { Kysely } from 'kysely'
import type { ProgressTables } from '../tables.ts'

/** The badges a learner has earned, the newest first; described as the library does today. */
export async function readEarnedBadges(db: Kysely<ProgressTables>, learnerId: string): Promise<Badge[]> {
  const rows = await db
    .selectFrom('learner_badge')
    .leftJoin('badge_definition', 'badge_definition.badge_id', 'learner_badge.badge_id')
    .select([
      'learner_badge.badge_id',
      'learner_badge.title',
      'learner_badge.rarity',
      'learner_badge.earned_at',
      'badge_definition.description',
    ])
    .where('learner_id', '=', learnerId)
    .orderBy('earned_at', 'desc')
    .orderBy('learner_badge.badge_id')
    .execute()
  return rows.map((row) => ({
    id: row.badge_id,
    name: row.title,
    description: row.description ?? '',
    rarity: row.rarity,
    points: BADGE_POINTS[row.rarity],
    earnedAt: row.earned_at.toISOString(),
  }))
}

/** The milestones a learner has reached, the newest first. */
export async function readMilestones(
  db: Kysely<ProgressTables>,
  learnerId: string,
): Promise<Progress['achievements']['milestones']> {
  const rows = await db
    .selectFrom('learner_milestone')
    .select(['milestone_id', 'reached_at'])
    .where('learner_id', '=', learnerId)
    .orderBy('reached_at', 'desc')
    .orderBy('milestone_id')
    .execute()
  return rows.map((row) => ({ id: row.milestone_id, reachedAt: row.reached_at.toISOString() }))
}
