import type { SectionCompletedData } from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'

export const sectionCompletedType = 'SectionCompleted'

export type SectionEvent = RecordedEvent<typeof sectionCompletedType, SectionCompletedData>

export function isSectionCompleted(event: RecordedEvent): event is SectionEvent {
  return event.type === sectionCompletedType && !event.shredded
}
