import { addDays, type Day, daysBetween } from './days.ts'

export interface Streak {
  /** Active days in a row up to `lastDay`; a day bridged by a freeze neither breaks the streak nor counts. */
  current: number
  longest: number
  /** The last active day; null before the first. */
  lastDay: Day | null
  /** The number of freezes that the learner has. */
  freezes: number
}

/** The changes that a day makes to the freezes. */
export interface FreezeChanges {
  /** The day on which a freeze was earned. */
  earned: Day | null
  /** The missed day that a freeze was spent on. */
  spent: Day | null
}

export const noStreak: Streak = { current: 0, longest: 0, lastDay: null, freezes: 0 }

const daysPerFreeze = 7
const freezesHeldMax = 2

/**
 * The streak after activity on a day that is not before its last day. The same day changes nothing; the next day adds
 * one. A freeze, if there is one, bridges exactly one missed day; otherwise, and after any longer gap, the streak
 * restarts at one. Every seventh day earns a freeze, up to the limit. Freezes survive a broken streak.
 */
export function stepStreak(streak: Streak, day: Day): { streak: Streak; changes: FreezeChanges } {
  const changes: FreezeChanges = { earned: null, spent: null }
  const gap = streak.lastDay === null ? Number.POSITIVE_INFINITY : daysBetween(streak.lastDay, day)
  if (gap < 0) throw new RangeError(`${day} is before ${streak.lastDay}: a late day needs streakOfDays`)
  if (gap === 0) return { streak, changes }
  let { freezes } = streak
  if (gap === 2 && freezes > 0) {
    freezes -= 1
    changes.spent = addDays(day, -1)
  }
  const current = gap === 1 || changes.spent !== null ? streak.current + 1 : 1
  if (current % daysPerFreeze === 0 && freezes < freezesHeldMax) {
    freezes += 1
    changes.earned = day
  }
  return { streak: { current, longest: Math.max(streak.longest, current), lastDay: day, freezes }, changes }
}

export function advanceStreak(streak: Streak, day: Day): Streak {
  return stepStreak(streak, day).streak
}

/** The streak of a set of active days. A late answer needs this, since it may close a gap. */
export function streakOfDays(days: Iterable<Day>): Streak {
  return inOrder(days).reduce(advanceStreak, noStreak)
}

/** On which days freezes were earned and spent, given all active days. */
export function freezeDays(days: Iterable<Day>): { earned: Set<Day>; spent: Set<Day> } {
  const ledger = { earned: new Set<Day>(), spent: new Set<Day>() }
  let streak = noStreak
  for (const day of inOrder(days)) {
    const step = stepStreak(streak, day)
    streak = step.streak
    if (step.changes.earned !== null) ledger.earned.add(step.changes.earned)
    if (step.changes.spent !== null) ledger.spent.add(step.changes.spent)
  }
  return ledger
}

/**
 * The streak that a learner sees today: it ends after a whole day without an answer, or after a second one if a
 * freeze can bridge the first.
 */
export function visibleStreak(streak: Streak, today: Day): number {
  if (streak.lastDay === null) return 0
  return daysBetween(streak.lastDay, today) <= (streak.freezes > 0 ? 2 : 1) ? streak.current : 0
}

const inOrder = (days: Iterable<Day>): Day[] => [...new Set(days)].sort()
