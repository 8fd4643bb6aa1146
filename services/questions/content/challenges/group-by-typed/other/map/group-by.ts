export function groupBy<T, K extends string | number>(
  items: readonly T[],
  toKey: (item: T, index: number) => K,
): Partial<Record<K, T[]>> {
  const groups = new Map<K, T[]>()
  items.forEach((item, index) => {
    const key = toKey(item, index)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  })
  return Object.fromEntries(groups) as Partial<Record<K, T[]>>
}
