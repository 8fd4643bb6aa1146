/** JSON as text, which can differ from the output of JSON.stringify. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject | Written

/** Entries rather than a record, so that a key can occur twice, or be `__proto__`. */
export class JsonObject {
  readonly entries: readonly (readonly [key: string, value: Json])[]
  constructor(entries: readonly (readonly [string, Json])[]) {
    this.entries = entries
  }
}

/** Inserted into the text unchanged. */
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
