export function groupBy<T, K extends string | number>(
  items: readonly T[],
  toKey: (item: T, index: number) => K,
): Partial<Record<K, T[]>> {
  const groups: Partial<Record<K, T[]>> = Object.create(null)
  for (const [index, item] of items.entries()) {
    const key = toKey(item, index)
    const group = (groups[key] ??= [])
    group.push(item)
  }
  return groups
}
