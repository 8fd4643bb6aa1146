/** The address of practice that counts for a plan. */
export const guidedPractice = (planId: string): string => `/questions?plan=${encodeURIComponent(planId)}`
