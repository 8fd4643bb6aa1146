/** What happened in this run so far. */
export interface Tally {
  answered: number
  right: number
  points: number
  /** Seconds. */
  timeSpent: number
}

export const emptyTally: Tally = { answered: 0, right: 0, points: 0, timeSpent: 0 }

export const addToTally = (
  tally: Tally,
  answer: { isCorrect: boolean; points: number; timeSpent: number },
): Tally => ({
  answered: tally.answered + 1,
  right: tally.right + (answer.isCorrect ? 1 : 0),
  points: tally.points + answer.points,
  timeSpent: tally.timeSpent + answer.timeSpent,
})
