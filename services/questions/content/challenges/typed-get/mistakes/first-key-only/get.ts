type End = readonly unknown[] | ((...args: never[]) => unknown)

/** The paths into a value: none into primitives and ends. */
type Inner<T> = T extends End ? never : T extends object ? Path<T> : never

export type Path<T> = {
  [Key in keyof T & string]:
    | Key
    | (Inner<NonNullable<T[Key]>> extends infer Rest extends string ? `${Key}.${Rest}` : never)
}[keyof T & string]

/** `undefined` if a value of this type ends the way. */
type Missing<T> = [T] extends [NonNullable<T>] ? never : undefined

export type ValueAt<T, P> = P extends keyof T
  ? T[P]
  : P extends `${infer Key}.${infer Rest}`
    ? Key extends keyof T
      ? ValueAt<NonNullable<T[Key]>, Rest> | Missing<T[Key]>
      : never
    : never

export function get<T extends object, const P extends Path<T>>(value: T, path: P): ValueAt<T, P> {
  let result: unknown = value
  for (const key of path.split('.').slice(0, 1)) result = (result as Record<string, unknown> | null | undefined)?.[key]
  return result as ValueAt<T, P>
}
