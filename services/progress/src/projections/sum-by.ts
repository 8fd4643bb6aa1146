import type { AnswerEvent } from '../domain/answer-event.ts'

export interface Sum {
  key: readonly string[]
  answered: number
  correct: number
  /** Seconds. */
  timeSpent: number
  /** The newest answer's time, ISO 8601. */
  lastAt: string
  events: AnswerEvent[]
}

/** Adds up answers that share a key, so that a batch writes each row once. Ordered by key, against deadlocks. */
export function sumBy(
  answers: readonly AnswerEvent[],
  keyOf: (event: AnswerEvent) => readonly string[],
): Sum[] {
  const sums = new Map<string, Sum>()
  for (const event of answers) {
    const key = keyOf(event)
    const name = JSON.stringify(key)
    const sum = sums.get(name) ?? { key, answered: 0, correct: 0, timeSpent: 0, lastAt: '', events: [] }
    sums.set(name, sum)
    sum.answered += 1
    sum.correct += event.data.isCorrect ? 1 : 0
    sum.timeSpent += event.data.timeSpent
    const answeredAt = new Date(event.data.answeredAt).toISOString()
    if (answeredAt > sum.lastAt) sum.lastAt = answeredAt
    sum.events.push(event)
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}
