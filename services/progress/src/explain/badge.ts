import { BADGE_POINTS } from '@rehearse/contracts'
import type { Step } from '../db/walk-learner.ts'
import type { Explanation } from './explanation.ts'

/** The badge and the event that brought it; undefined where it was not earned. */
export async function explainBadge(
  steps: AsyncIterable<Step>,
  badgeId: string,
): Promise<Explanation | undefined> {
  const zones = new Map<string, string>()
  for await (const { event, after } of steps) {
    const { timeZone } = after.standing
    zones.set(event.eventId, timeZone)
    if (event.type !== 'BadgeEarned' || event.data.badgeId !== badgeId) continue
    const earned = { eventId: event.eventId, amount: BADGE_POINTS[event.data.rarity], of: null, timeZone }
    const cause = event.metadata.causationId
    const zone = cause === null ? undefined : zones.get(cause)
    const brought =
      cause === null || zone === undefined ? [] : [{ eventId: cause, amount: 0, of: null, timeZone: zone }]
    return {
      value: earned.amount,
      rule: 'A badge brings points by its rarity. Its rule held for the first time with the event beside it.',
      shares: [...brought, earned],
      isShare: false,
    }
  }
  return undefined
}
