import { type Day, daysBetween } from './local-day.ts'

export interface Streak {
  /** Days in a row up to `lastDay`. */
  current: number
  longest: number
  /** The last day with an answer; null before the first. */
  lastDay: Day | null
}

export const noStreak: Streak = { current: 0, longest: 0, lastDay: null }

/**
 * The streak after an answer on a day that is not before its last one: the same day changes nothing, the next day adds
 * one, any later day starts again at one.
 */
export function advanceStreak(streak: Streak, day: Day): Streak {
  const gap = streak.lastDay === null ? Number.POSITIVE_INFINITY : daysBetween(streak.lastDay, day)
  if (gap < 0) throw new RangeError(`${day} is before ${streak.lastDay}: a late day needs streakOfDays`)
  if (gap === 0) return streak
  const current = gap === 1 ? streak.current + 1 : 1
  return { current, longest: Math.max(streak.longest, current), lastDay: day }
}

/** The streak that a set of active days amounts to: what a late answer needs, for it may close a gap. */
export function streakOfDays(days: Iterable<Day>): Streak {
  return [...new Set(days)].sort().reduce(advanceStreak, noStreak)
}

/** What a learner sees today: a streak lives until a whole day has gone by without an answer. */
export function visibleStreak(streak: Streak, today: Day): number {
  if (streak.lastDay === null) return 0
  return daysBetween(streak.lastDay, today) <= 1 ? streak.current : 0
}
