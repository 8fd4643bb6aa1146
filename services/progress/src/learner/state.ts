import {
  type AnswerRegradedData,
  BADGE_POINTS,
  PLAN_CACHE_QUESTIONS,
  type ProgressResetData,
} from '@rehearse/contracts'
import { type Counters, evolveCounters, noCounters } from './counters.ts'
import { type Day, localDay } from './days.ts'
import type { LearnerEvent } from './events.ts'
import { answerPoints, challengePointsAdded } from './points.ts'
import type { StepProgress } from './steps.rules.ts'
import {
  advanceStreak,
  type DayMoments,
  earlier,
  isBefore,
  later,
  type Moment,
  noStreak,
  type Streak,
  streakOfDays,
} from './streak.ts'

/** A learner's events folded into totals. */
export interface LearnerState {
  totalQuestions: number
  correctAnswers: number
  /** Seconds. */
  timeSpent: number
  /** Points from answers, challenges and badges. */
  points: number
  streak: Streak
  lastActivityAt: Date
  timeZone: string
  plan: { id: string; completed: number } | null
  counters: Counters
}

/** A learner's active days with the answers on each. */
export type ActiveDays = ReadonlyMap<Day, ActiveDay>
export interface ActiveDay extends DayMoments {
  answered: number
}

export const emptyState: LearnerState = {
  totalQuestions: 0,
  correctAnswers: 0,
  timeSpent: 0,
  points: 0,
  streak: noStreak,
  lastActivityAt: new Date(0),
  timeZone: 'UTC',
  plan: null,
  counters: noCounters,
}

/** The state after an event. A late event leaves streak and days unchanged: see `isLate` and `withDays`. */
export function evolveState(state: LearnerState, event: LearnerEvent): LearnerState {
  const counters = evolveCounters(state.counters, event)
  const activity = activityOf(event)
  if (activity !== null) return evolvePlan(addActivity({ ...state, counters }, activity), event)
  switch (event.type) {
    case 'AnswerRegraded': {
      const { correct, points } = regradeOf(event.data)
      return {
        ...state,
        counters,
        correctAnswers: state.correctAnswers + correct,
        points: state.points + points,
      }
    }
    case 'BadgeEarned':
      return { ...state, counters, points: state.points + BADGE_POINTS[event.data.rarity] }
    case 'PlanReset':
      return { ...state, counters, plan: emptied(state.plan, event.data.planId) }
    case 'ProgressReset':
      return resetState({ ...state, counters }, event.data)
    default:
      return { ...state, counters }
  }
}

/** Resets totals; keeps the streak and everything earned. */
function resetState(state: LearnerState, { scope, id }: ProgressResetData): LearnerState {
  if (scope === 'plan') return { ...state, plan: emptied(state.plan, id) }
  if (scope !== 'all') return state
  const { counters, streak, timeZone, lastActivityAt } = state
  return { ...emptyState, counters, streak, timeZone, lastActivityAt, points: counters.badgePoints }
}

const emptied = (plan: LearnerState['plan'], id: string | null) =>
  plan?.id === id && plan !== null ? { ...plan, completed: 0 } : plan

/**
 * Whether the streak must be computed from all days: a later day was already active, or the step to this one depended on
 * an activity that is now not its first.
 */
export function isLate(
  { streak }: LearnerState,
  { day, at, timeZone, makesDayActive }: DatedActivity,
): boolean {
  if (!makesDayActive || streak.lastDay === null || day > streak.lastDay) return false
  if (day < streak.lastDay) return true
  return streak.first !== null && isBefore({ at: at.getTime(), timeZone }, streak.first)
}

/** The days with another activity. */
export function withActivity(days: ActiveDays, activity: DatedActivity & { answered: number }): ActiveDays {
  if (!activity.makesDayActive) return days
  const moment = momentOf(activity)
  const known = days.get(activity.day)
  return new Map(days).set(activity.day, {
    answered: (known?.answered ?? 0) + activity.answered,
    first: earlier(known?.first ?? null, moment),
    last: later(known?.last ?? null, moment),
  })
}

/** The days after a reset: they stay active, since it keeps the streak. */
export const emptiedDays = (days: ActiveDays): ActiveDays =>
  new Map([...days].map(([day, known]) => [day, { ...known, answered: 0 }]))

const momentOf = ({ at, timeZone }: Pick<DatedActivity, 'at' | 'timeZone'>): Moment => ({
  at: at.getTime(),
  timeZone,
})

/** The state with its streak and days recomputed. */
export function withDays(state: LearnerState, days: ActiveDays): LearnerState {
  const streak = streakOfDays(days)
  const counts = {
    active: days.size,
    busiest: Math.max(0, ...[...days.values()].map(({ answered }) => answered)),
    last: (streak.lastDay !== null && days.get(streak.lastDay)?.answered) || 0,
  }
  return { ...state, streak, counters: { ...state.counters, days: counts } }
}

function addActivity(state: LearnerState, activity: Activity): LearnerState {
  const isNewest = activity.at >= state.lastActivityAt
  return {
    ...addDay(state, activity),
    totalQuestions: state.totalQuestions + activity.answered,
    correctAnswers: state.correctAnswers + activity.correct,
    timeSpent: state.timeSpent + activity.timeSpent,
    points: state.points + activity.points,
    lastActivityAt: isNewest ? activity.at : state.lastActivityAt,
    timeZone: isNewest ? activity.timeZone : state.timeZone,
  }
}

function addDay(state: LearnerState, activity: Activity): LearnerState {
  if (!activity.makesDayActive || isLate(state, activity)) return state
  const { day, answered } = activity
  const moment = momentOf(activity)
  const { active, busiest, last } = state.counters.days
  const isSame = day === state.streak.lastDay
  const today = (isSame ? last : 0) + answered
  const days = { active: active + (isSame ? 0 : 1), busiest: Math.max(busiest, today), last: today }
  const streak = advanceStreak(state.streak, day, { first: moment, last: moment })
  return { ...state, streak, counters: { ...state.counters, days } }
}

/** The current guided plan: another plan starts at zero, and a completed one stays complete. */
function evolvePlan(state: LearnerState, event: LearnerEvent): LearnerState {
  if (event.type !== 'AnswerSubmitted') return state
  const { learningMode, planId } = event.data
  if (learningMode !== 'guided' || planId === null) return state
  const completed = state.plan?.id === planId ? state.plan.completed : 0
  return { ...state, plan: { id: planId, completed: Math.min(completed + 1, PLAN_CACHE_QUESTIONS) } }
}

/** The data needed to derive events from a learner's next event. */
export interface Learner {
  learnerId: string
  state: LearnerState
  /** Ids of earned badges. */
  badges: ReadonlySet<string>
  milestones: ReadonlySet<string>
  /** Needed for late events; null if there can be none. */
  days: ActiveDays | null
  /** Steps of learning paths that the events may complete. */
  steps: readonly StepProgress[]
}

export const newLearner = (learnerId: string): Learner => ({
  learnerId,
  state: emptyState,
  badges: new Set(),
  milestones: new Set(),
  days: new Map(),
  steps: [],
})

/**
 * Replays a learner's events from the first one: call the returned function with each event in order for the state
 * after it.
 */
export function startReplay(): (event: LearnerEvent) => LearnerState {
  let days: ActiveDays = new Map()
  let state = emptyState
  return (event) => {
    const activity = activityOf(event)
    if (activity !== null) days = withActivity(days, activity)
    if (event.type === 'ProgressReset' && event.data.scope === 'all') days = emptiedDays(days)
    const after = evolveState(state, event)
    const isBackdated = activity !== null && isLate(state, activity)
    state = isBackdated ? withDays(after, days) : after
    return state
  }
}

/** When a learner did something. */
export interface DatedActivity {
  at: Date
  timeZone: string
  /** The calendar day in the learner's time zone. */
  day: Day
  /** False on days before the account existed: it counts for totals and points, but for no day, streak or freeze. */
  makesDayActive: boolean
}

/** Something a learner did, with the data that counts for days and totals. */
interface Activity extends DatedActivity {
  answered: number
  correct: number
  /** Seconds. */
  timeSpent: number
  points: number
}

/** `at` and `timeZone` are absent if the change makes no day active. */
export type DayChange = Omit<Activity, 'at' | 'timeZone'> & Partial<Pick<Activity, 'at' | 'timeZone'>>

/** Null for derived events, which aren't activities of the learner. */
export function activityOf(event: LearnerEvent): Activity | null {
  switch (event.type) {
    case 'AnswerSubmitted': {
      const { data } = event
      const at = new Date(data.answeredAt)
      return {
        at,
        timeZone: data.timeZone,
        day: localDay(at, data.timeZone),
        makesDayActive: data.beforeAccount !== true,
        answered: 1,
        correct: data.isCorrect ? 1 : 0,
        timeSpent: data.timeSpent,
        points: answerPoints(data),
      }
    }
    case 'ChallengeAttempted': {
      const { data } = event
      const at = new Date(data.attemptedAt)
      return {
        at,
        timeZone: data.timeZone,
        day: localDay(at, data.timeZone),
        makesDayActive: data.beforeAccount !== true,
        answered: 0,
        correct: 0,
        timeSpent: data.timeSpent,
        points: challengePointsAdded(data),
      }
    }
    case 'CardReviewed': {
      const { reviewedAt, timeZone, beforeAccount } = event.data
      const at = new Date(reviewedAt)
      const makesDayActive = beforeAccount !== true
      return { at, timeZone, day: localDay(at, timeZone), makesDayActive, ...noChanges }
    }
    default:
      return null
  }
}

/** The change that an event makes to the stats of a day; a regraded answer changes the day it was given on. */
export function dayChangeOf(event: LearnerEvent): DayChange | null {
  if (event.type !== 'AnswerRegraded') return activityOf(event)
  const { answeredAt, timeZone } = event.data
  const day = localDay(new Date(answeredAt), timeZone)
  return { day, makesDayActive: false, ...noChanges, ...regradeOf(event.data) }
}

/** A review makes its day active, but isn't an answer and earns no points. */
const noChanges = { answered: 0, correct: 0, timeSpent: 0, points: 0 }

/** The change that a regraded answer makes to the totals: none if they were reset since. */
export function regradeOf(regraded: AnswerRegradedData): { correct: number; points: number } {
  const { counts, wasCorrect, isCorrect } = regraded
  if (!counts.totals || wasCorrect === isCorrect) return { correct: 0, points: 0 }
  return {
    correct: isCorrect ? 1 : -1,
    points: answerPoints({ ...regraded, isCorrect }) - answerPoints({ ...regraded, isCorrect: wasCorrect }),
  }
}
