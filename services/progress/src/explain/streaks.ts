import type { Step } from '../db/walk-learner.ts'
import { activityOf } from '../domain/activity.ts'
import { type Day, localDay } from '../domain/local-day.ts'
import { noStanding } from '../domain/standing.ts'
import { noStreak, stepStreak, visibleStreak } from '../domain/streak.ts'
import type { Explanation, Share } from './explanation.ts'

const rule =
  'Days in a row with an answer, a challenge or a review. A freeze bridges exactly one missed day and adds none.'

/** Each day of the run with the first event that made it count, and the freezes that bridged a day. */
export async function explainStreak(
  steps: AsyncIterable<Step>,
  which: 'streak' | 'longestStreak',
  now: Date,
): Promise<Explanation> {
  const firstOfDay = new Map<Day, Share>()
  const freezeOfDay = new Map<Day, Share>()
  let standing = noStanding
  for await (const { event, after } of steps) {
    standing = after.standing
    const share = { eventId: event.eventId, amount: 1, of: null, timeZone: standing.timeZone }
    const activity = activityOf(event)
    if (activity !== null && !firstOfDay.has(activity.day)) {
      firstOfDay.set(activity.day, { ...share, timeZone: activity.timeZone, day: activity.day })
    }
    if (event.type === 'StreakFreezeSpent') {
      freezeOfDay.set(event.data.day, { ...share, amount: 0, day: event.data.day })
    }
  }
  const { current, longest } = runsOf(firstOfDay.keys())
  const isVisible = visibleStreak(standing.streak, localDay(now, standing.timeZone)) > 0
  const run = which === 'longestStreak' ? longest : isVisible ? current : []
  const shares = run.flatMap((day) => firstOfDay.get(day) ?? freezeOfDay.get(day) ?? [])
  return { value: shares.reduce((sum, { amount }) => sum + amount, 0), rule, shares, isShare: false }
}

/** The days of the run up to the last day, and of the longest one; bridged days among them. */
function runsOf(days: Iterable<Day>): { current: Day[]; longest: Day[] } {
  let streak = noStreak
  let current: Day[] = []
  let longest: Day[] = []
  for (const day of [...days].sort()) {
    const { streak: next, moves } = stepStreak(streak, day)
    const goesOn = next.current > 1
    current = [...(goesOn ? current : []), ...(moves.spent === null ? [] : [moves.spent]), day]
    if (next.longest > streak.longest) longest = current
    streak = next
  }
  return { current, longest }
}
