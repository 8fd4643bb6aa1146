import { PLAN_CACHE_QUESTIONS } from '@rehearse/contracts/constants'
import type { AnswerEvent } from '../../domain/answer-event.ts'
import { type Day, localDay } from '../../domain/local-day.ts'
import { answerPoints } from '../../domain/points.ts'
import { advanceStreak, noStreak, type Streak } from '../../domain/streak.ts'

/** A learner's totals, as one row of `learner_totals`. */
export interface Totals {
  totalQuestions: number
  correctAnswers: number
  /** Seconds. */
  timeSpent: number
  points: number
  streak: Streak
  lastActivityAt: Date
  timeZone: string
  plan: { id: string; completed: number } | null
}

export const noTotals: Totals = {
  totalQuestions: 0,
  correctAnswers: 0,
  timeSpent: 0,
  points: 0,
  streak: noStreak,
  lastActivityAt: new Date(0),
  timeZone: 'UTC',
  plan: null,
}

/** The day an answer counts for: the learner's own, where they were at that moment. */
export function dayOf({ data }: AnswerEvent): Day {
  return localDay(new Date(data.answeredAt), data.timeZone)
}

/** Whether an answer came after answers of a later day, so that the streak must be worked out from all days. */
export function isLate(totals: Totals, event: AnswerEvent): boolean {
  return totals.streak.lastDay !== null && dayOf(event) < totals.streak.lastDay
}

/** The totals after an answer. A late one leaves the streak alone: see `isLate`. */
export function evolve(totals: Totals, event: AnswerEvent): Totals {
  const { data } = event
  const answeredAt = new Date(data.answeredAt)
  const isNewest = answeredAt >= totals.lastActivityAt
  return {
    totalQuestions: totals.totalQuestions + 1,
    correctAnswers: totals.correctAnswers + (data.isCorrect ? 1 : 0),
    timeSpent: totals.timeSpent + data.timeSpent,
    points: totals.points + answerPoints(data),
    streak: isLate(totals, event) ? totals.streak : advanceStreak(totals.streak, dayOf(event)),
    lastActivityAt: isNewest ? answeredAt : totals.lastActivityAt,
    timeZone: isNewest ? data.timeZone : totals.timeZone,
    plan: evolvePlan(totals.plan, event),
  }
}

/** The guided plan in hand: another plan begins at zero, and a full one stays full. */
function evolvePlan(plan: Totals['plan'], { data }: AnswerEvent): Totals['plan'] {
  if (data.learningMode !== 'guided' || data.planId === null) return plan
  const completed = plan?.id === data.planId ? plan.completed : 0
  return { id: data.planId, completed: Math.min(completed + 1, PLAN_CACHE_QUESTIONS) }
}
