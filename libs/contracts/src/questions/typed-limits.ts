/** Keys of matching, short-answer and numeric questions: numbers of items, and lengths in characters. */
export const TYPED_ANSWER = {
  pairs: { min: 2, max: 10 },
  extra: 5,
  accepted: 20,
  left: 1_000,
  text: 200,
  unit: 20,
} as const
