export function deepClone<T>(value: T): T {
  const copies = new WeakMap<object, object>()
  const open: (() => void)[] = []

  const place = (original: unknown): unknown => {
    if (original === null || typeof original !== 'object') return original
    const known = copies.get(original)
    if (known) return known
    const [copy, fill] = start(original)
    copies.set(original, copy)
    open.push(fill)
    return copy
  }

  const start = (original: object): [object, () => void] => {
    if (original instanceof Date) return [new Date(original.getTime()), () => {}]
    if (original instanceof Map) {
      const map = new Map()
      return [map, () => original.forEach((entry, key) => map.set(place(key), place(entry)))]
    }
    if (original instanceof Set) {
      const set = new Set()
      return [set, () => original.forEach((member) => set.add(place(member)))]
    }
    const copy = Array.isArray(original) ? [] : Object.create(Object.getPrototypeOf(original))
    return [
      copy,
      () => {
        for (const key of Reflect.ownKeys(original)) {
          const own = Object.getOwnPropertyDescriptor(original, key)
          Object.defineProperty(copy, key, { ...own, value: place(own?.value) })
        }
      },
    ]
  }

  const result = place(value)
  for (let fill = open.pop(); fill; fill = open.pop()) fill()
  return result as T
}
