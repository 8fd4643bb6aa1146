export function windowMax<T>(items: readonly T[], size: number, compare: (one: T, other: T) => number): T[] {
  if (!Number.isInteger(size) || size < 1) throw new RangeError('The size must be a positive integer')
  const result: T[] = []
  /** Indexes of items that can still become the largest, from the largest item to the smallest. */
  const candidates: number[] = []
  let first = 0
  for (const [index, item] of items.entries()) {
    while (candidates.length > first && compare(items[candidates.at(-1) as number], item) < 0) candidates.pop()
    candidates.push(index)
    if (candidates[first] <= index - size) first += 1
    if (index >= size - 1) result.push(items[candidates[first]])
  }
  return result
}
