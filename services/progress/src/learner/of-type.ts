import type { RecordedEvent } from '@rehearse/event-store'
import type { FactData, FactType } from './fact.ts'

/** Whether it is an event of that type whose learner we still know. */
export function ofType<Type extends FactType>(
  event: RecordedEvent,
  type: Type,
): event is RecordedEvent<Type, FactData[Type]> {
  return event.type === type && !event.shredded
}
