import type { Interview, Preferences } from '@rehearse/contracts'
import { MINUTES_PER_QUESTION, TRACK_ROLES } from '@rehearse/contracts/constants'

export const goals = ['job', 'fundamentals', 'topic'] as const
export const levels = ['beginner', 'intermediate', 'advanced'] as const
export type Level = (typeof levels)[number]
/** Minutes a day. */
export const minutes = [10, 20, 30, 60] as const

export interface Answers {
  goal: (typeof goals)[number]
  /** What the interview is for. */
  role: (typeof TRACK_ROLES)[number]
  /** The interview date, `2026-11-21`; empty if there is none yet. */
  date: string
  /** The id of a learning path; empty until one is chosen. */
  topic: string
  level: Level
  minutes: number
}

const byLevel = {
  job: {
    beginner: 'interview-questions',
    intermediate: 'interview-preparation',
    advanced: 'system-design',
  },
  fundamentals: {
    beginner: 'frontend-basics',
    intermediate: 'javascript-deep-dive',
    advanced: 'advanced-architectures',
  },
} as const

/** The learning path for these answers; the first one if an admin has deleted it. */
export function pathFor({ goal, topic, level }: Answers, paths: readonly { id: string }[]): string {
  const wanted = goal === 'topic' ? topic : byLevel[goal][level]
  return paths.some(({ id }) => id === wanted) ? wanted : (paths[0]?.id ?? wanted)
}

/** The level for a number of correct answers, out of two questions per difficulty. */
export const levelOf = (correct: number): Level =>
  correct >= 5 ? 'advanced' : correct >= 3 ? 'intermediate' : 'beginner'

/** The level of an interview track. */
export const trackLevelOf = { beginner: 'junior', intermediate: 'mid', advanced: 'senior' } as const

/** Answers as they were stored; undefined for anything else. */
export function readAnswers(stored: unknown): Answers | undefined {
  const { goal, role, date, topic, level, minutes: time } = (stored ?? {}) as Partial<Answers>
  const isValid =
    goals.some((one) => one === goal) &&
    TRACK_ROLES.some((one) => one === role) &&
    levels.some((one) => one === level) &&
    minutes.some((one) => one === time) &&
    typeof date === 'string' &&
    typeof topic === 'string'
  return isValid ? (stored as Answers) : undefined
}

/** The daily goal for these minutes, at the pace that plans begin with: as many questions as they have time for. */
export const goalFor = (minutesPerDay: number): number => Math.floor(minutesPerDay / MINUTES_PER_QUESTION)

/** The answers that an account's preferences and interview stand for, as far as they say. */
export function answersOf(
  first: Answers,
  preferences: Pick<Preferences, 'dailyGoal' | 'difficultyPreference'> | undefined,
  interview: Pick<Interview, 'date' | 'minutesPerDay' | 'track'> | undefined,
): Answers {
  if (preferences === undefined) return first
  const { dailyGoal, difficultyPreference } = preferences
  const level = difficultyPreference === 'mixed' ? first.level : difficultyPreference
  const time = minutes.find((one) => goalFor(one) === dailyGoal) ?? first.minutes
  const answers = { ...first, level, minutes: time }
  if (interview === undefined) return answers
  const { track, date, minutesPerDay } = interview
  const off = (one: number) => Math.abs(one - minutesPerDay)
  return {
    ...answers,
    minutes: minutes.toSorted((one, other) => off(one) - off(other))[0] ?? time,
    goal: 'job',
    date,
    role: track?.role ?? first.role,
    level: levels.find((one) => trackLevelOf[one] === track?.level) ?? level,
  }
}
