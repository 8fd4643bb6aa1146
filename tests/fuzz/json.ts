/** JSON as it is written, which need not be what JSON.stringify would write. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject | Written

/** Entries and not a record, so that a key can come twice, and be `__proto__`. */
export class JsonObject {
  readonly entries: readonly (readonly [key: string, value: Json])[]
  constructor(entries: readonly (readonly [string, Json])[]) {
    this.entries = entries
  }
}

/** Goes into the text as it stands. */
export class Written {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export function print(value: Json): string {
  if (value instanceof Written) return value.text
  if (value instanceof JsonObject) {
    return `{${value.entries.map(([key, inner]) => `${JSON.stringify(key)}:${print(inner)}`).join(',')}}`
  }
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(print).join(',')}]`
  return JSON.stringify(value)
}

export const object = (record: Readonly<Record<string, Json>>): JsonObject =>
  new JsonObject(Object.entries(record))
