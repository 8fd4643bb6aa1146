import type { Fact } from './fact.ts'
import { type Day, localDay } from './local-day.ts'
import { answerPoints, challengePointsAdded } from './points.ts'
import { regradeOf } from './regrade.ts'

/** What a learner did at some moment, as far as days and totals count it. */
export interface Activity {
  at: Date
  timeZone: string
  /** The learner's own day, where they were at that moment. */
  day: Day
  answered: number
  correct: number
  /** Seconds. */
  timeSpent: number
  points: number
}

export type DayChange = Omit<Activity, 'at' | 'timeZone'>

/** Null for facts that are no activity of the learner's, but follow from one. */
export function activityOf(fact: Fact): Activity | null {
  switch (fact.type) {
    case 'AnswerSubmitted': {
      const { data } = fact
      const at = new Date(data.answeredAt)
      return {
        at,
        timeZone: data.timeZone,
        day: localDay(at, data.timeZone),
        answered: 1,
        correct: data.isCorrect ? 1 : 0,
        timeSpent: data.timeSpent,
        points: answerPoints(data),
      }
    }
    case 'ChallengeAttempted': {
      const { data } = fact
      const at = new Date(data.attemptedAt)
      return {
        at,
        timeZone: data.timeZone,
        day: localDay(at, data.timeZone),
        answered: 0,
        correct: 0,
        timeSpent: data.timeSpent,
        points: challengePointsAdded(data),
      }
    }
    case 'CardReviewed': {
      const { reviewedAt, timeZone } = fact.data
      const at = new Date(reviewedAt)
      return { at, timeZone, day: localDay(at, timeZone), ...nothingDone }
    }
    default:
      return null
  }
}

/** What a fact changes in the figures of a day: an answer that was regraded, those of the day it was given on. */
export function dayChangeOf(fact: Fact): DayChange | null {
  if (fact.type !== 'AnswerRegraded') return activityOf(fact)
  const { answeredAt, timeZone } = fact.data
  return { day: localDay(new Date(answeredAt), timeZone), ...nothingDone, ...regradeOf(fact.data) }
}

/** A review is study, so its day counts; it is no answer and brings no points. */
const nothingDone = { answered: 0, correct: 0, timeSpent: 0, points: 0 }
