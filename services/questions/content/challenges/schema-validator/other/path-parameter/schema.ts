type Path = (string | number)[]
type Run<T> = (data: unknown, path: Path) => T

export class Schema<T> {
  constructor(readonly run: Run<T>) {}
  parse(data: unknown): T {
    return this.run(data, [])
  }
}

class OptionalSchema<T> extends Schema<T | undefined> {
  readonly mark = 'optional'
}

export type Infer<S> = S extends { parse(data: unknown): infer T } ? T : never

export class ParseError extends Error {
  constructor(
    message: string,
    public path: Path,
  ) {
    super(message)
  }
}

function fail(path: Path, expected: string): never {
  throw new ParseError(`${path.join('.')} must be ${expected}`, path)
}

export const string = () => new Schema((data, path) => (typeof data === 'string' ? data : fail(path, 'a string')))
export const boolean = () => new Schema((data, path) => (typeof data === 'boolean' ? data : fail(path, 'a boolean')))
export const number = () =>
  new Schema((data, path) => (typeof data === 'number' && data === data ? data : fail(path, 'a number')))

export const literal = <const T extends string | number | boolean>(value: T) =>
  new Schema<T>((data, path) => (data === value ? value : fail(path, `${value}`)))

export const array = <T>(item: Schema<T>) =>
  new Schema<T[]>((data, path) =>
    Array.isArray(data)
      ? Array.from(data, (value, index) => item.run(value, [...path, index]))
      : fail(path, 'an array'),
  )

export const optional = <T>(schema: Schema<T>) =>
  new OptionalSchema<T>((data, path) => (data === undefined ? data : schema.run(data, path)))

export const union = <T extends Schema<unknown>[]>(...schemas: T) =>
  new Schema<Infer<T[number]>>((data, path) => {
    for (const schema of schemas) {
      try {
        return schema.run(data, path) as Infer<T[number]>
      } catch {}
    }
    return fail(path, 'one of several forms')
  })

type OptionalKeys<S> = { [K in keyof S]: S[K] extends OptionalSchema<unknown> ? K : never }[keyof S]
type Simplify<T> = { [K in keyof T]: T[K] }
type Result<S> = Simplify<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: Infer<S[K]> } & { [K in OptionalKeys<S>]?: Infer<S[K]> }
>

export const object = <S extends Record<string, Schema<unknown>>>(shape: S) =>
  new Schema<Result<S>>((data, path) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return fail(path, 'an object')
    const entries = Object.keys(shape).flatMap((key) => {
      const has = Object.hasOwn(data, key)
      const value = (shape[key] as Schema<unknown>).run(has ? (data as Record<string, unknown>)[key] : undefined, [...path, key])
      return has ? [[key, value] as const] : []
    })
    return Object.fromEntries(entries) as unknown as Result<S>
  })
