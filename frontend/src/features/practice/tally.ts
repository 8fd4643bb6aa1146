/** One graded answer of a run. */
export interface Answered {
  title: string
  isCorrect: boolean
  points: number
  /** Seconds. */
  timeSpent: number
}

/** What happened in a run so far, in the order in which it was answered. */
export type Tally = readonly Answered[]

export const emptyTally: Tally = []

export const sums = (tally: Tally) => ({
  answered: tally.length,
  right: tally.filter(({ isCorrect }) => isCorrect).length,
  points: tally.reduce((sum, { points }) => sum + points, 0),
  timeSpent: tally.reduce((sum, { timeSpent }) => sum + timeSpent, 0),
})
