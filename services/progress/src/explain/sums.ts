import { MASTERY_RULES, STREAK_FREEZE } from '@rehearse/contracts/progress/levels'
import type { Day } from '../learner/days.ts'
import { accuracy, levelOf, masteryOf } from '../learner/points.ts'
import { type LearnerState, regradeOf } from '../learner/state.ts'
import type { Step } from './queries.ts'

/** A stat that is a sum over events, and how to show it. */
export interface SumStat {
  rule: string
  /** The amount that an event adds and, for a ratio, the amount that it adds to the denominator. */
  change(step: Step): { amount: number; of: number | null }
  show(sum: number, of: number): number | string
}

const ofTotals = (
  rule: string,
  read: (state: LearnerState) => number,
  show = (sum: number): number => sum,
): SumStat => ({
  rule,
  change: ({ before, after }) => ({ amount: read(after) - read(before), of: null }),
  show,
})

const masteryLevels = MASTERY_RULES.toReversed()
  .map(({ level, answers, accuracy }) => `${level} from ${answers} answers at ${accuracy}%`)
  .join(', ')

const points = (state: LearnerState) => state.points

const freezes: Readonly<Record<string, number>> = {
  StreakFreezeEarned: 1,
  StreakFreezeWithdrawn: -1,
  StreakFreezeSpent: -1,
  StreakFreezeReturned: 1,
}

export const sumStats: Readonly<Record<string, SumStat>> = {
  points: ofTotals('The sum of the points from answers, challenges and badges.', points),
  experience: ofTotals('Experience equals the sum of points.', points),
  level: ofTotals('Level n starts at 50·n·(n − 1) points.', points, levelOf),
  totalQuestions: ofTotals('The number of answers to questions.', (state) => state.totalQuestions),
  correctAnswers: ofTotals('The number of correct answers to questions.', (state) => state.correctAnswers),
  timeSpent: ofTotals('Seconds spent on answers and challenges.', (state) => state.timeSpent),
  streakFreezes: {
    rule: `Streak freezes earned, minus those that covered a missed day. Every ${STREAK_FREEZE.days} consecutive days earn one, up to a maximum of ${STREAK_FREEZE.max}.`,
    change: ({ event }) => ({ amount: freezes[event.type] ?? 0, of: null }),
    show: (held) => held,
  },
  accuracy: {
    rule: 'Correct answers as a rounded percentage of all answers.',
    change: ({ before, after }) => ({
      amount: after.correctAnswers - before.correctAnswers,
      of: after.totalQuestions - before.totalQuestions,
    }),
    show: accuracy,
  },
}

/** The stats of one section (its mastery) or one category (its accuracy). */
export function partStat(dimension: 'section' | 'category', name: string): SumStat {
  let now = { amount: 0, of: 0 }
  return {
    rule:
      dimension === 'section'
        ? `Correct answers as a percentage of all answers in the section: ${masteryLevels}.`
        : 'Correct answers as a rounded percentage of all answers in the category.',
    change: ({ event }) => {
      const change = changeOfPart(event, dimension, name, now)
      now = { amount: now.amount + change.amount, of: now.of + change.of }
      return change
    },
    show: dimension === 'section' ? masteryOf : accuracy,
  }
}

function changeOfPart(
  event: Step['event'],
  dimension: 'section' | 'category',
  name: string,
  now: { amount: number; of: number },
): { amount: number; of: number } {
  const none = { amount: 0, of: 0 }
  if (event.type === 'ProgressReset') {
    const { scope, id } = event.data
    const isReset = scope === 'all' || (dimension === 'section' && scope === 'section' && id === name)
    return isReset ? { amount: 0 - now.amount, of: 0 - now.of } : none
  }
  if (event.type === 'AnswerSubmitted' && event.data[dimension] === name) {
    return { amount: event.data.isCorrect ? 1 : 0, of: 1 }
  }
  if (event.type === 'AnswerRegraded' && event.data[dimension] === name) {
    const { counts } = event.data
    const isCounted = dimension === 'category' ? counts.totals : counts.section
    return isCounted ? { amount: regradeOf(event.data).correct, of: 0 } : none
  }
  return none
}

export async function explainSum(steps: AsyncIterable<Step>, stat: SumStat): Promise<Explanation> {
  const shares: Share[] = []
  const total = { amount: 0, of: 0 }
  let isShare = false
  for await (const step of steps) {
    const { amount, of } = stat.change(step)
    isShare ||= of !== null
    if (amount === 0 && !of) continue
    total.amount += amount
    total.of += of ?? 0
    shares.push({ eventId: step.event.eventId, amount, of, timeZone: step.after.timeZone })
  }
  return { value: stat.show(total.amount, total.of), rule: stat.rule, shares, isShare }
}

/** The contribution of an event to a stat. */
export interface Share {
  eventId: string
  amount: number
  /** For a ratio, the amount added to the denominator. */
  of: number | null
  /** The learner's time zone, for events without one. */
  timeZone: string
  /** The day it counts for, if different from the event's own day. */
  day?: Day
}

export interface Explanation {
  value: number | string
  rule: string
  /** In log order; the value is derived from the sum of their amounts. */
  shares: Share[]
  isShare: boolean
}
