import {
  type AnswerRegradedData,
  BADGE_POINTS,
  PLAN_CACHE_QUESTIONS,
  type ProgressResetData,
} from '@rehearse/contracts'
import { evolveTally, noTally, type Tally } from './counters.ts'
import { type Day, localDay } from './days.ts'
import type { Fact } from './events.ts'
import { answerPoints, challengePointsAdded } from './points.ts'
import { advanceStreak, noStreak, type Streak, streakOfDays } from './streak.ts'

/** What a learner's facts have come to. */
export interface Standing {
  totalQuestions: number
  correctAnswers: number
  /** Seconds. */
  timeSpent: number
  /** Of answers, challenges and badges. */
  points: number
  streak: Streak
  lastActivityAt: Date
  timeZone: string
  plan: { id: string; completed: number } | null
  tally: Tally
}

/** A learner's active days with the answers on each. */
export type ActiveDays = ReadonlyMap<Day, number>

export const noStanding: Standing = {
  totalQuestions: 0,
  correctAnswers: 0,
  timeSpent: 0,
  points: 0,
  streak: noStreak,
  lastActivityAt: new Date(0),
  timeZone: 'UTC',
  plan: null,
  tally: noTally,
}

/** The standing after a fact. What came late leaves streak and days alone: see `isLate` and `withDays`. */
export function evolveStanding(standing: Standing, fact: Fact): Standing {
  const tally = evolveTally(standing.tally, fact)
  const activity = activityOf(fact)
  if (activity !== null) return evolvePlan(addActivity({ ...standing, tally }, activity), fact)
  switch (fact.type) {
    case 'AnswerRegraded': {
      const { correct, points } = regradeOf(fact.data)
      return {
        ...standing,
        tally,
        correctAnswers: standing.correctAnswers + correct,
        points: standing.points + points,
      }
    }
    case 'BadgeEarned':
      return { ...standing, tally, points: standing.points + BADGE_POINTS[fact.data.rarity] }
    case 'PlanReset':
      return { ...standing, tally, plan: emptied(standing.plan, fact.data.planId) }
    case 'ProgressReset':
      return resetStanding({ ...standing, tally }, fact.data)
    default:
      return { ...standing, tally }
  }
}

/** Figures begin anew; the streak, and what was earned, stay. */
function resetStanding(standing: Standing, { scope, id }: ProgressResetData): Standing {
  if (scope === 'plan') return { ...standing, plan: emptied(standing.plan, id) }
  if (scope !== 'all') return standing
  const { tally, streak, timeZone, lastActivityAt } = standing
  return { ...noStanding, tally, streak, timeZone, lastActivityAt, points: tally.badgePoints }
}

const emptied = (plan: Standing['plan'], id: string | null) =>
  plan?.id === id && plan !== null ? { ...plan, completed: 0 } : plan

/** Whether it came after activity on a later day, so that the streak must be worked out from all days. */
export function isLate({ streak }: Standing, day: Day): boolean {
  return streak.lastDay !== null && day < streak.lastDay
}

/** The standing with its streak and days worked out anew. */
export function withDays(standing: Standing, days: ActiveDays): Standing {
  const streak = streakOfDays(days.keys())
  const counts = {
    active: days.size,
    busiest: Math.max(0, ...days.values()),
    last: (streak.lastDay !== null && days.get(streak.lastDay)) || 0,
  }
  return { ...standing, streak, tally: { ...standing.tally, days: counts } }
}

function addActivity(standing: Standing, activity: Activity): Standing {
  const isNewest = activity.at >= standing.lastActivityAt
  return {
    ...addDay(standing, activity),
    totalQuestions: standing.totalQuestions + activity.answered,
    correctAnswers: standing.correctAnswers + activity.correct,
    timeSpent: standing.timeSpent + activity.timeSpent,
    points: standing.points + activity.points,
    lastActivityAt: isNewest ? activity.at : standing.lastActivityAt,
    timeZone: isNewest ? activity.timeZone : standing.timeZone,
  }
}

function addDay(standing: Standing, { day, answered }: Activity): Standing {
  if (isLate(standing, day)) return standing
  const { active, busiest, last } = standing.tally.days
  const isSame = day === standing.streak.lastDay
  const today = (isSame ? last : 0) + answered
  const days = { active: active + (isSame ? 0 : 1), busiest: Math.max(busiest, today), last: today }
  return { ...standing, streak: advanceStreak(standing.streak, day), tally: { ...standing.tally, days } }
}

/** The guided plan in hand: another plan begins at zero, and a full one stays full. */
function evolvePlan(standing: Standing, fact: Fact): Standing {
  if (fact.type !== 'AnswerSubmitted') return standing
  const { learningMode, planId } = fact.data
  if (learningMode !== 'guided' || planId === null) return standing
  const completed = standing.plan?.id === planId ? standing.plan.completed : 0
  return { ...standing, plan: { id: planId, completed: Math.min(completed + 1, PLAN_CACHE_QUESTIONS) } }
}

/** All that must be known of a learner to tell what follows from their next fact. */
export interface Learner {
  learnerId: string
  standing: Standing
  /** Ids of what they have earned and reached. */
  badges: ReadonlySet<string>
  milestones: ReadonlySet<string>
  /** Needed for facts that come late; null where none can. */
  days: ActiveDays | null
  /**
   * By question: the open questions of its section that they have not answered right yet. Where there are many, any
   * of them, more than this group of facts can settle.
   */
  unsolved: ReadonlyMap<string, SectionLeft>
}

export interface SectionLeft {
  pathId: string
  sectionId: string
  questionIds: ReadonlySet<string>
}

export const newLearner = (learnerId: string): Learner => ({
  learnerId,
  standing: noStanding,
  badges: new Set(),
  milestones: new Set(),
  days: new Map<Day, number>(),
  unsolved: new Map(),
})

/** A learner as their facts alone make them. */
export interface FoldedLearner {
  standing: Standing
  /** Active days with the answers on each. It is one map for all steps, which grows. */
  days: Map<Day, number>
}

export const nobodyYet = (): FoldedLearner => ({ standing: noStanding, days: new Map() })

/** The learner one fact later, by the same rules as the read models; a type of fact that is none of ours changes nothing. */
export function foldLearner({ standing, days }: FoldedLearner, fact: Fact): FoldedLearner {
  const activity = activityOf(fact)
  if (activity !== null) days.set(activity.day, (days.get(activity.day) ?? 0) + activity.answered)
  if (fact.type === 'ProgressReset' && fact.data.scope === 'all')
    for (const day of days.keys()) days.set(day, 0)
  const after = evolveStanding(standing, fact)
  const came = activity !== null && isLate(standing, activity.day)
  return { standing: came ? withDays(after, days) : after, days }
}

/** What a learner did at some moment, as far as days and totals count it. */
interface Activity {
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

/** What a regraded answer changes in the totals: nothing where a reset has let them begin anew since. */
export function regradeOf(regraded: AnswerRegradedData): { correct: number; points: number } {
  const { counts, wasCorrect, isCorrect } = regraded
  if (!counts.totals || wasCorrect === isCorrect) return { correct: 0, points: 0 }
  return {
    correct: isCorrect ? 1 : -1,
    points: answerPoints({ ...regraded, isCorrect }) - answerPoints({ ...regraded, isCorrect: wasCorrect }),
  }
}
