import type { Fact } from './fact.ts'
import { type Day, localDay } from './local-day.ts'
import { answerPoints, challengePointsAdded } from './points.ts'

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

/** A review is study, so its day counts; it is no answer and brings no points. */
const nothingDone = { answered: 0, correct: 0, timeSpent: 0, points: 0 }
