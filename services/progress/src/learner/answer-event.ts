import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'

export const answerSubmittedType = 'AnswerSubmitted'

export type AnswerEvent = RecordedEvent<typeof answerSubmittedType, AnswerSubmittedData>

/** Whether it is an answer of a learner we still know: of an erased one's only what concerns the question is left. */
export function isAnswer(event: RecordedEvent): event is AnswerEvent {
  return event.type === answerSubmittedType && !event.shredded
}

export const learnerStream = (learnerId: string): string => `learner-${learnerId}`
