import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { RecordedEvent, Upcasters } from '@rehearse/event-store'

export const answerSubmittedType = 'AnswerSubmitted'

/** The newest shape of each event is the one in the contracts; older ones are brought there when read. */
export const upcasters: Upcasters = {}

export type AnswerEvent = RecordedEvent<typeof answerSubmittedType, AnswerSubmittedData>

export function isAnswer(event: RecordedEvent): event is AnswerEvent {
  return event.type === answerSubmittedType
}

export const learnerStream = (learnerId: string): string => `learner-${learnerId}`
