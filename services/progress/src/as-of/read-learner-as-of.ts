import { BADGE_POINTS } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { Db } from '../db/tables.ts'
import { walkLearner } from '../db/walk-learner.ts'
import { noStanding } from '../domain/standing.ts'
import { toSummary } from '../queries/progress/progress-view.ts'

/** How a learner stood at an instant: folded from what had been recorded by then, by the rules of today. */
export async function readLearnerAsOf(db: Db, log: EventLog, learnerId: string, asOf: Date) {
  let standing = noStanding
  let events = 0
  const badges = new Map<string, ReturnType<typeof toBadge>>()
  const milestones = new Map<string, { id: string; reachedAt: string }>()
  for await (const { event, after } of walkLearner(db, log, learnerId)) {
    if (event.recordedAt > asOf) break
    standing = after.standing
    events += 1
    if (event.type === 'BadgeEarned') badges.set(event.data.badgeId, toBadge(event.data))
    if (event.type === 'MilestoneReached') {
      const { milestoneId: id, reachedAt } = event.data
      milestones.set(id, { id, reachedAt })
    }
  }
  return {
    events,
    progress: toSummary(learnerId, standing, asOf),
    badges: [...badges.values()],
    milestones: [...milestones.values()],
    sectionsCompleted: [...standing.tally.sections],
    challenges: Object.entries(standing.tally.challenges).map(([challengeId, points]) => ({
      challengeId,
      points,
    })),
  }
}

function toBadge(badge: {
  badgeId: string
  title: string
  rarity: keyof typeof BADGE_POINTS
  earnedAt: string
}) {
  const { badgeId: id, title: name, rarity, earnedAt } = badge
  return { id, name, rarity, points: BADGE_POINTS[rarity], earnedAt }
}
