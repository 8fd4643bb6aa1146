/** A study plan's template, and the built-in plans. */
export const PLAN_DEFAULTS = {
  duration: 1,
  difficulty: 'Intermediate',
  estimatedTime: '2-3 hours per day',
  /** Questions in all, of plans of 1 to 7 days. */
  totals: [100, 150, 200, 250, 300, 350, 400],
  /** In days. */
  recommendedDurations: [3, 7] as readonly number[],
} as const
