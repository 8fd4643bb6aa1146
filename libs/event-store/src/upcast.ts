import type { RecordedEvent } from './event.ts'

/** Turns the data of one schema version into that of the next. Pure, and total: it never refuses a recorded event. */
export type Upcaster = (data: object) => object

/** By event type, the upcasters from version 1 to 2, 2 to 3, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** The event in the newest shape of its type; events without upcasters pass as they are. */
export function upcast(event: RecordedEvent, upcasters: Upcasters): RecordedEvent {
  const steps = (upcasters[event.type] ?? []).slice(event.schemaVersion - 1)
  if (steps.length === 0) return event
  return {
    ...event,
    data: steps.reduce((data, step) => step(data), event.data),
    schemaVersion: event.schemaVersion + steps.length,
  }
}
