/** Points of experience at which a level begins: each level takes 100 more than the one before. */
export const levelStart = (level: number): number => 50 * level * (level - 1)

/** Minimum answers and accuracy (percent) of a mastery, highest first: a few lucky answers don't make one. */
export const MASTERY_RULES = [
  { level: 'expert', answers: 50, accuracy: 90 },
  { level: 'advanced', answers: 25, accuracy: 80 },
  { level: 'intermediate', answers: 10, accuracy: 60 },
] as const

/** A streak earns a freeze each time it reaches another multiple of these days, and a learner has at most `max`. */
export const STREAK_FREEZE = { days: 7, max: 2 } as const
