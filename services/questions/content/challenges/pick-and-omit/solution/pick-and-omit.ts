export function pick<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> {
  const own = keys.filter((key) => Object.hasOwn(object, key))
  return Object.fromEntries(own.map((key) => [key, object[key]])) as Pick<T, K>
}

export function omit<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Omit<T, K> {
  const copy = { ...object }
  for (const key of keys) delete copy[key]
  return copy
}
