// Addresses of the frontend, which pages link to and progress names in what today asks for.

/** A course, or one of its steps. */
export const coursePage = (pathId: string, stepId?: string | null): string =>
  `/learning-paths/${[pathId, ...(stepId ? [stepId] : [])].map(encodeURIComponent).join('/')}`

/** Practice that counts for a plan. */
export const guidedPractice = (planId: string): string => `/questions?plan=${encodeURIComponent(planId)}`

/** One question. */
export const questionPage = (questionId: string): string => `/questions?question=${questionId}`
