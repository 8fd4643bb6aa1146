export const goals = ['job', 'fundamentals', 'topic'] as const
export const levels = ['beginner', 'intermediate', 'advanced'] as const
export type Level = (typeof levels)[number]
/** Minutes a day; each choice corresponds to a number of questions. */
export const minutes = [10, 20, 30, 60] as const

export interface Answers {
  goal: (typeof goals)[number]
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
