export type DeepReadonly<T> = Readonly<T>

export function deepFreeze<T>(value: T): DeepReadonly<T> {
  return value
}
