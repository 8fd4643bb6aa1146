export type DeepReadonly<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

export function deepFreeze<T>(value: T): DeepReadonly<T> {
  freeze(value, new Set())
  return value as DeepReadonly<T>
}

function freeze(value: unknown, visited: Set<object>): void {
  if (typeof value !== 'object' || value === null || visited.has(value)) return
  visited.add(value)
  Object.freeze(value)
  for (const key of Reflect.ownKeys(value)) freeze(Reflect.get(value, key), visited)
}
