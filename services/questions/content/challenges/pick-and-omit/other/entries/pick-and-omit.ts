export const pick = <T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> => {
  const wanted = new Set<PropertyKey>(keys.map(nameOf))
  return filter(object, (key) => wanted.has(key)) as Pick<T, K>
}

export const omit = <T extends object, K extends keyof T>(object: T, keys: readonly K[]): Omit<T, K> => {
  const unwanted = new Set<PropertyKey>(keys.map(nameOf))
  return filter(object, (key) => !unwanted.has(key)) as Omit<T, K>
}

/** Numbers as keys are stored as strings. */
const nameOf = (key: PropertyKey) => (typeof key === 'number' ? String(key) : key)

const filter = (object: object, keep: (key: PropertyKey) => boolean) =>
  Object.fromEntries(
    Reflect.ownKeys(object)
      .filter(keep)
      .map((key) => [key, Reflect.get(object, key)]),
  )
