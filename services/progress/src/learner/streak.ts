import { addDays, type Day, daysBetween } from './days.ts'

export interface Streak {
  /** Active days in a row up to `lastDay`; a day that a freeze bridged breaks nothing and adds nothing. */
  current: number
  longest: number
  /** The last active day; null before the first. */
  lastDay: Day | null
  /** Freezes held. */
  freezes: number
}

/** What a day did to the freezes. */
export interface FreezeChanges {
  /** The day on which one was earned. */
  earned: Day | null
  /** The missed day that one was spent on. */
  spent: Day | null
}

export const noStreak: Streak = { current: 0, longest: 0, lastDay: null, freezes: 0 }

const daysPerFreeze = 7
const freezesHeldMax = 2

/**
 * The streak after activity on a day that is not before its last one. The same day changes nothing, the next day adds
 * one. Exactly one missed day is bridged by a freeze where one is held; else, and after any longer gap, it starts again
 * at one. Every seventh day earns a freeze while there is room for it. Freezes outlive a streak that breaks.
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

/** The streak that a set of active days amounts to: what a late answer needs, for it may close a gap. */
export function streakOfDays(days: Iterable<Day>): Streak {
  return inOrder(days).reduce(advanceStreak, noStreak)
}

/** On which days freezes were earned, and on which ones spent, given all active days. */
export function freezeLedger(days: Iterable<Day>): { earned: Set<Day>; spent: Set<Day> } {
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
 * What a learner sees today: a streak lives until a whole day has gone by without an answer, or a second one where a
 * freeze is held that would bridge the first.
 */
export function visibleStreak(streak: Streak, today: Day): number {
  if (streak.lastDay === null) return 0
  return daysBetween(streak.lastDay, today) <= (streak.freezes > 0 ? 2 : 1) ? streak.current : 0
}

const inOrder = (days: Iterable<Day>): Day[] => [...new Set(days)].sort()
