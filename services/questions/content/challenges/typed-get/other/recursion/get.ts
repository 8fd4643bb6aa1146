type Nested<V> = V extends readonly unknown[] | ((...args: never[]) => unknown) ? never : V extends object ? Path<V> : never

export type Path<T> = {
  [K in Extract<keyof T, string>]-?: K | (Nested<NonNullable<T[K]>> extends infer P extends string ? `${K}.${P}` : never)
}[Extract<keyof T, string>]

export type ValueAt<T, P> = P extends `${infer K extends keyof T & string}.${infer Rest}`
  ? null extends T[K]
    ? undefined | ValueAt<NonNullable<T[K]>, Rest>
    : undefined extends T[K]
      ? undefined | ValueAt<NonNullable<T[K]>, Rest>
      : ValueAt<T[K], Rest>
  : T[P & keyof T]

const read = (value: unknown, [key, ...rest]: string[]): unknown => {
  if (key === undefined) return value
  if (value === null || value === undefined) return undefined
  return read((value as Record<string, unknown>)[key], rest)
}

export function get<T extends object, P extends Path<T>>(value: T, path: P): ValueAt<T, P> {
  return read(value, path.split('.')) as ValueAt<T, P>
}
