export function deepClone<T>(value: T): T {
  return value
}
