/** Turns the data of one schema version into that of the next. Pure, and total: it never refuses a recorded event. */
export type Upcaster = (data: object) => object

/** What the log must know of a type of event. */
export interface EventDefinition {
  /** Of the newest shape, from 1. */
  schemaVersion: number
  /** The fields of `data` that concern the person behind the stream: they are sealed. */
  personal: readonly string[]
  /** From version 1 to 2, 2 to 3, and so on. */
  upcasters: readonly Upcaster[]
}

/** By event type. */
export type EventCatalogue = Readonly<Record<string, EventDefinition>>

/** Divides the data of an event into what everybody may read and what is sealed; null where nothing is personal. */
export function splitPersonal(
  data: object,
  personalFields: readonly string[],
): { clear: object; personal: object | null } {
  if (personalFields.length === 0) return { clear: data, personal: null }
  const clear: Record<string, unknown> = {}
  const personal: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(data)) {
    if (personalFields.includes(field)) personal[field] = value
    else clear[field] = value
  }
  return { clear, personal }
}
