export function deepClone<T>(value: T): T {
  return clone(value, new Map()) as T
}

function clone(value: unknown, copies: Map<object, object>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = copies.get(value)
  if (known) return known
  const copy = emptyCopy(value)
  copies.set(value, copy)
  if (value instanceof Date) return structuredClone(value)
  if (value instanceof Map && copy instanceof Map) {
    for (const [key, entry] of value) copy.set(clone(key, copies), clone(entry, copies))
  } else if (value instanceof Set && copy instanceof Set) {
    for (const member of value) copy.add(clone(member, copies))
  } else {
    for (const key of Reflect.ownKeys(value)) {
      // Assigning `__proto__` would change the prototype instead.
      const own = Object.getOwnPropertyDescriptor(value, key)
      Object.defineProperty(copy, key, { ...own, value: clone(Reflect.get(value, key), copies) })
    }
  }
  return copy
}

function emptyCopy(value: object): object {
  if (Array.isArray(value)) return []
  if (value instanceof Date) return new Date(value)
  if (value instanceof Map) return new Map()
  if (value instanceof Set) return new Set()
  return Object.create(Object.getPrototypeOf(value))
}
