import { BADGE_POINTS, PLAN_CACHE_QUESTIONS, type ProgressResetData } from '@rehearse/contracts'
import { type Activity, activityOf } from './activity.ts'
import type { Fact } from './fact.ts'
import type { Day } from './local-day.ts'
import { regradeOf } from './regrade.ts'
import { advanceStreak, noStreak, type Streak, streakOfDays } from './streak.ts'
import { evolveTally, noTally, type Tally } from './tally.ts'

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
