import { type Day, daysBetween } from './local-day.ts'

/** Days on which a plan stood still: from the day it was paused on to the one it went on; null while it lasts. */
export interface Pause {
  from: Day
  to: Day | null
}

/**
 * Which day of a plan a calendar day is, from 1. While it is paused its days stand still: a plan that is paused on its
 * second day and goes on a week later goes on with its second day.
 */
export function planDayOf(date: Day, plan: { startedOn: Day; pauses: readonly Pause[] }): number {
  const stoodStill = plan.pauses.reduce((days, { from, to }) => {
    const end = to === null || to > date ? date : to
    return days + Math.max(0, daysBetween(from, end))
  }, 0)
  return Math.max(1, daysBetween(plan.startedOn, date) - stoodStill + 1)
}

/** What is asked for on each day: the daily number until the total is reached, and all that is left on the last. */
export function dailyTargets(plan: {
  duration: number
  totalQuestions: number
  dailyQuestions: number
}): number[] {
  const { duration, totalQuestions, dailyQuestions } = plan
  return Array.from({ length: duration }, (_, index) => {
    const left = Math.max(0, totalQuestions - index * dailyQuestions)
    return index === duration - 1 ? left : Math.min(dailyQuestions, left)
  })
}

/** A whole number divided by weights; what rounding leaves over goes to the largest remainders. */
export function shares(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const exact = weights.map((weight) => (sum === 0 ? total / weights.length : (total * weight) / sum))
  const whole = exact.map(Math.floor)
  const over = total - whole.reduce((a, b) => a + b, 0)
  const byRemainder = exact.map((_, index) => index).sort((a, b) => remainder(b) - remainder(a) || a - b)
  for (const index of byRemainder.slice(0, over)) whole[index] = (whole[index] ?? 0) + 1
  return whole

  function remainder(index: number): number {
    return (exact[index] ?? 0) - (whole[index] ?? 0)
  }
}
