import type { RecordedEvent } from '@rehearse/event-store'
import { isReset, type ResetEvent } from '../learner/reset-event.ts'

/** Events in a row, and the reset that ended them; none at the end of a batch. */
export interface Run {
  events: RecordedEvent[]
  reset: ResetEvent | null
}

/**
 * Cuts a batch at the resets in it: what came before one is folded before it, and what comes after counts anew. The
 * events of other learners in a run are not concerned, whichever side they are folded on.
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
