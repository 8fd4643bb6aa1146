export interface Schema<T> {
  parse(data: unknown): T
}

export type Infer<S> = unknown

export class ParseError extends Error {
  path: (string | number)[] = []
}

export function string(): Schema<string> {
  return { parse: (data) => data as string }
}

export function number(): Schema<number> {
  return { parse: (data) => data as number }
}

export function boolean(): Schema<boolean> {
  return { parse: (data) => data as boolean }
}

export function literal(value: string | number | boolean): Schema<unknown> {
  return { parse: (data) => data }
}

export function array(item: Schema<unknown>): Schema<unknown[]> {
  return { parse: (data) => data as unknown[] }
}

export function union(...schemas: Schema<unknown>[]): Schema<unknown> {
  return { parse: (data) => data }
}

export function optional(schema: Schema<unknown>): Schema<unknown> {
  return schema
}

export function object(shape: Record<string, Schema<unknown>>): Schema<object> {
  return { parse: (data) => data as object }
}
