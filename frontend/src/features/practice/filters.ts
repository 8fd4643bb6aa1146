export const filterNames = ['learningPath', 'category', 'difficulty'] as const

/** Which questions are practised. */
export type Filters = Partial<Record<(typeof filterNames)[number], string>>
