import type { EventCatalogue } from './event-catalogue.ts'

/** The event in the newest shape of its type; a type that nobody knows any more passes as it is. */
export function upcast<Event extends { type: string; schemaVersion: number; data: object }>(
  event: Event,
  catalogue: EventCatalogue,
): Event {
  const upcasters = catalogue[event.type]?.upcasters ?? []
  if (event.schemaVersion > upcasters.length) return event
  const steps = upcasters.slice(event.schemaVersion - 1)
  return {
    ...event,
    data: steps.reduce((data, step) => step(data), event.data),
    schemaVersion: event.schemaVersion + steps.length,
  }
}
