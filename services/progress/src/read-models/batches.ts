import type { RecordedEvent } from '@rehearse/event-store'
import { type AnswerEvent, isReset, type ResetEvent } from '../learner/events.ts'

/** Consecutive events, and the reset after them; null at the end of a batch. */
export interface Run {
  events: RecordedEvent[]
  reset: ResetEvent | null
}

/**
 * Splits a batch at its resets: events before a reset are applied before it, and events after it count from zero.
 * Events of other learners may be on either side.
 */
export function runsBetweenResets(events: readonly RecordedEvent[]): Run[] {
  const runs: Run[] = []
  let current: RecordedEvent[] = []
  for (const event of events) {
    if (isReset(event)) {
      runs.push({ events: current, reset: event })
      current = []
    } else {
      current.push(event)
    }
  }
  runs.push({ events: current, reset: null })
  return runs
}

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

/** Adds up answers with the same key, so that a batch writes each row once. Ordered by key, to avoid deadlocks. */
export function sumBy(
  answers: readonly AnswerEvent[],
  keyOf: (event: AnswerEvent) => readonly string[],
): Sum[] {
  const sums = new Map<string, Sum>()
  for (const event of answers) {
    const key = keyOf(event)
    const name = key.join(separator)
    let sum = sums.get(name)
    if (sum === undefined) {
      sum = { key, answered: 0, correct: 0, timeSpent: 0, lastAt: '', events: [] }
      sums.set(name, sum)
    }
    sum.answered += 1
    sum.correct += event.data.isCorrect ? 1 : 0
    sum.timeSpent += event.data.timeSpent
    sum.events.push(event)
  }
  for (const sum of sums.values()) {
    const newest = sum.events.reduce((at, { data }) => Math.max(at, Date.parse(data.answeredAt)), 0)
    sum.lastAt = new Date(newest).toISOString()
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/** Postgres text can't contain this character. */
const separator = '\0'
