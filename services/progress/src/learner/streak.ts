import { STREAK_FREEZE } from '@rehearse/contracts/progress/levels'
import { addDays, type Day, daysBetween, localDay, utcOffset } from './days.ts'

/** When something was done, in milliseconds, and in which time zone the learner was. */
export interface Moment {
  at: number
  timeZone: string
}

/** The first and the last activity of a day; null if they were recorded by a version that didn't store them. */
export interface DayMoments {
  first: Moment | null
  last: Moment | null
}

/** What the next step depends on besides the last day. */
export interface StreakMoments extends DayMoments {
  /** Days that the date line skipped, of the last 30. */
  skipped: readonly Day[]
}

/** `first` and `last` are those of `lastDay`; `first` is null unless the step to that day depends on it. */
export interface Streak extends StreakMoments {
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

export const noStreak: Streak = {
  current: 0,
  longest: 0,
  lastDay: null,
  freezes: 0,
  first: null,
  last: null,
  skipped: [],
}

/**
 * The streak after activity on a day that is not before its last day. The same day adds nothing; the next day adds one. A
 * day that the date line skipped isn't missed. A freeze, if there is one, bridges exactly one missed day; otherwise, and
 * after any longer gap, the streak restarts at one. Every seventh day earns a freeze, up to the limit. Freezes survive a
 * broken streak.
 */
export function stepStreak(
  streak: Streak,
  day: Day,
  { first, last }: DayMoments,
): { streak: Streak; changes: FreezeChanges } {
  const changes: FreezeChanges = { earned: null, spent: null }
  const gap = streak.lastDay === null ? Number.POSITIVE_INFINITY : daysBetween(streak.lastDay, day)
  if (gap < 0) throw new RangeError(`${day} is before ${streak.lastDay}: a late day needs streakOfDays`)
  if (gap === 0) return { streak: { ...streak, last: later(streak.last, last) }, changes }
  const skippedDay = skippedByDateLine(streak, gap, first)
  const missed = gap - 1 - (skippedDay === null ? 0 : 1)
  let { freezes } = streak
  if (missed === 1 && freezes > 0) {
    freezes -= 1
    changes.spent = addDays(day, -1)
  }
  const goesOn = missed === 0 || changes.spent !== null
  const current = goesOn ? streak.current + 1 : 1
  if (current % STREAK_FREEZE.days === 0 && freezes < STREAK_FREEZE.max) {
    freezes += 1
    changes.earned = day
  }
  const skipped = streak.skipped.filter((one) => daysBetween(one, day) <= dateLine.days)
  return {
    streak: {
      current,
      longest: Math.max(streak.longest, current),
      lastDay: day,
      freezes,
      first: maySkip(gap) ? first : null,
      last,
      skipped: goesOn && skippedDay !== null ? [...skipped, skippedDay] : skipped,
    },
    changes,
  }
}

/** Going west to east across the date line skips a day: at most so many times (`skips`) in so many days. */
const dateLine = { hours: 36, offsetHours: 12, skips: 2, days: 30 }
const millisecondsPerHour = 3_600_000

/** Only days this far apart can have a skipped one between them: no two zones differ by more than 26 hours. */
const maySkip = (gap: number): boolean => gap === 2 || gap === 3

/** The day after the last one, if the learner skipped it by crossing the date line before this activity. */
function skippedByDateLine(
  { lastDay, last, skipped }: Streak,
  gap: number,
  first: Moment | null,
): Day | null {
  if (!maySkip(gap) || lastDay === null || last === null || first === null) return null
  const elapsed = first.at - last.at
  if (elapsed < 0 || elapsed >= dateLine.hours * millisecondsPerHour) return null
  const [before, after] = [last, first].map(({ at, timeZone }) => utcOffset(new Date(at), timeZone))
  if ((after ?? 0) - (before ?? 0) < dateLine.offsetHours * millisecondsPerHour) return null
  const day = addDays(lastDay, 1)
  const recent = skipped.filter((one) => daysBetween(one, day) < dateLine.days)
  return recent.length < dateLine.skips ? day : null
}

export function advanceStreak(streak: Streak, day: Day, moments: DayMoments): Streak {
  return stepStreak(streak, day, moments).streak
}

/** The streak of a set of active days. A late answer needs this, since it may close a gap. */
export function streakOfDays(days: ReadonlyMap<Day, DayMoments>): Streak {
  return inOrder(days).reduce((streak, [day, moments]) => advanceStreak(streak, day, moments), noStreak)
}

/** On which days freezes were earned and spent, given all active days. */
export function freezeDays(days: ReadonlyMap<Day, DayMoments>): { earned: Set<Day>; spent: Set<Day> } {
  const ledger = { earned: new Set<Day>(), spent: new Set<Day>() }
  let streak = noStreak
  for (const [day, moments] of inOrder(days)) {
    const step = stepStreak(streak, day, moments)
    streak = step.streak
    if (step.changes.earned !== null) ledger.earned.add(step.changes.earned)
    if (step.changes.spent !== null) ledger.spent.add(step.changes.spent)
  }
  return ledger
}

/**
 * The streak that a learner sees now: it ends after a whole day without an answer, unless an answer now would continue it,
 * with a freeze or after crossing the date line.
 */
export function visibleStreak(streak: Streak, now: Date, timeZone: string): number {
  if (streak.lastDay === null) return 0
  const today = localDay(now, timeZone)
  if (daysBetween(streak.lastDay, today) <= 1) return streak.current
  const moment = { at: now.getTime(), timeZone }
  const answered = advanceStreak(streak, today, { first: moment, last: moment })
  return answered.current > 1 ? streak.current : 0
}

/** Whether a moment is before another; of two at the same instant, the one whose zone is first in the alphabet. */
export const isBefore = (one: Moment, other: Moment): boolean =>
  one.at < other.at || (one.at === other.at && one.timeZone < other.timeZone)

/** The earlier of two moments, or the one that is known. */
export const earlier = (one: Moment | null, other: Moment | null): Moment | null =>
  one === null || (other !== null && isBefore(other, one)) ? other : one

/** The later of two moments, or the one that is known. */
export const later = (one: Moment | null, other: Moment | null): Moment | null =>
  one === null || (other !== null && isBefore(one, other)) ? other : one

const inOrder = (days: ReadonlyMap<Day, DayMoments>): [Day, DayMoments][] =>
  [...days].sort(([one], [other]) => (one < other ? -1 : 1))
