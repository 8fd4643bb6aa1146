import type { AnswerRegradedData } from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'
import { ofType } from './of-type.ts'

/** Answers that were graded otherwise: few, so a read model takes them one by one. */
export function regradesOf(events: readonly RecordedEvent[]): AnswerRegradedData[] {
  return events.filter((event) => ofType(event, 'AnswerRegraded')).map(({ data }) => data)
}
