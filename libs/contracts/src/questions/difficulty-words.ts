/** Levels of difficulty as questions store them, by the words of the specs' forms and of challenges; and back. */
export const STORED_LEVEL = { easy: 'beginner', medium: 'intermediate', hard: 'advanced' } as const
export const LEVEL_WORD = { beginner: 'easy', intermediate: 'medium', advanced: 'hard' } as const

/** The stored level by either of its names. */
export const LEVEL_BY_NAME = {
  beginner: 'beginner',
  intermediate: 'intermediate',
  advanced: 'advanced',
  ...STORED_LEVEL,
} as const
