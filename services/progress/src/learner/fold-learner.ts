import { activityOf } from './activity.ts'
import type { Fact } from './fact.ts'
import type { Day } from './local-day.ts'
import { evolveStanding, isLate, noStanding, type Standing, withDays } from './standing.ts'

/** A learner as their facts alone make them. */
export interface FoldedLearner {
  standing: Standing
  /** Active days with the answers on each. It is one map for all steps, which grows. */
  days: Map<Day, number>
}

export const nobodyYet = (): FoldedLearner => ({ standing: noStanding, days: new Map() })

/** The learner one fact later, by the same rules as the read models; a type of fact that is none of ours changes nothing. */
export function foldLearner({ standing, days }: FoldedLearner, fact: Fact): FoldedLearner {
  const activity = activityOf(fact)
  if (activity !== null) days.set(activity.day, (days.get(activity.day) ?? 0) + activity.answered)
  if (fact.type === 'ProgressReset' && fact.data.scope === 'all')
    for (const day of days.keys()) days.set(day, 0)
  const after = evolveStanding(standing, fact)
  const came = activity !== null && isLate(standing, activity.day)
  return { standing: came ? withDays(after, days) : after, days }
}
