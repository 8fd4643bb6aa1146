import type { ProgressResetData } from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'

export const progressResetType = 'ProgressReset'

export type ResetEvent = RecordedEvent<typeof progressResetType, ProgressResetData>

export function isReset(event: RecordedEvent): event is ResetEvent {
  return event.type === progressResetType && !event.shredded
}
