export function pick<T extends object, K extends keyof T>(object: T, keys: readonly K[]): T {
  const picked = {} as T
  for (const key of keys) {
    if (Object.hasOwn(object, key)) picked[key] = object[key]
  }
  return picked
}

export function omit<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Omit<T, K> {
  const copy = { ...object }
  for (const key of keys) delete copy[key]
  return copy
}
