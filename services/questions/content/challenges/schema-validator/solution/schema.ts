export interface Schema<T> {
  parse(data: unknown): T
}

interface Optional<T> extends Schema<T | undefined> {
  readonly isOptional: true
}

type Key = string | number
type Shape = Readonly<Record<string, Schema<unknown>>>
type Flat<T> = { [Name in keyof T]: T[Name] }
type ObjectOf<S extends Shape> = Flat<
  { -readonly [Name in keyof S as S[Name] extends Optional<unknown> ? never : Name]: Infer<S[Name]> } & {
    -readonly [Name in keyof S as S[Name] extends Optional<unknown> ? Name : never]?: Infer<S[Name]>
  }
>

export type Infer<S> = S extends Schema<infer T> ? T : never

export class ParseError extends Error {
  constructor(
    message: string,
    readonly path: readonly Key[],
  ) {
    super(message)
  }
}

function check<T>(expected: string, matches: (data: unknown) => data is T): Schema<T> {
  return {
    parse(data) {
      if (!matches(data)) throw new ParseError(`Expected ${expected}`, [])
      return data
    },
  }
}

export const string = () => check('a string', (data) => typeof data === 'string')
export const number = () => check('a number', (data): data is number => typeof data === 'number' && !Number.isNaN(data))
export const boolean = () => check('a boolean', (data) => typeof data === 'boolean')

export function literal<const T extends string | number | boolean>(value: T): Schema<T> {
  return check(String(value), (data): data is T => data === value)
}

export function array<T>(item: Schema<T>): Schema<T[]> {
  return {
    parse(data) {
      if (!Array.isArray(data)) throw new ParseError('Expected an array', [])
      // Unlike `map`, it doesn't skip holes.
      return Array.from(data, (value: unknown, index) => parseAt(index, item, value))
    },
  }
}

export function union<const S extends readonly Schema<unknown>[]>(...schemas: S): Schema<Infer<S[number]>> {
  return {
    parse(data) {
      for (const schema of schemas) {
        try {
          return schema.parse(data) as Infer<S[number]>
        } catch (error) {
          if (!(error instanceof ParseError)) throw error
        }
      }
      throw new ParseError('Expected one of several forms', [])
    },
  }
}

export function optional<T>(schema: Schema<T>): Optional<T> {
  return { isOptional: true, parse: (data) => (data === undefined ? undefined : schema.parse(data)) }
}

export function object<const S extends Shape>(shape: S): Schema<ObjectOf<S>> {
  return {
    parse(data) {
      if (typeof data !== 'object' || data === null || Array.isArray(data))
        throw new ParseError('Expected an object', [])
      const result: [string, unknown][] = []
      for (const [name, schema] of Object.entries(shape)) {
        const isThere = Object.hasOwn(data, name)
        const value = parseAt(name, schema, isThere ? (data as Record<string, unknown>)[name] : undefined)
        if (isThere) result.push([name, value])
      }
      return Object.fromEntries(result) as unknown as ObjectOf<S>
    },
  }
}

/** Puts the key in front of the path if the value is wrong. */
function parseAt<T>(key: Key, schema: Schema<T>, data: unknown): T {
  try {
    return schema.parse(data)
  } catch (error) {
    if (error instanceof ParseError) throw new ParseError(error.message, [key, ...error.path])
    throw error
  }
}
