/** Two scans over blocks of the size: each window is the end of one block and the start of the next. */
export function windowMax<T>(items: readonly T[], size: number, compare: (one: T, other: T) => number): T[] {
  if (!(Number.isInteger(size) && size > 0)) throw new RangeError('Invalid size')
  const larger = (one: T, other: T): T => (compare(one, other) < 0 ? other : one)
  /** The largest item from the start of the block to the index. */
  const fromStart: T[] = []
  for (const [index, item] of items.entries()) {
    fromStart.push(index % size === 0 ? item : larger(fromStart[index - 1], item))
  }
  /** The largest item from the index to the end of the block. */
  const toEnd: T[] = [...items]
  for (let index = items.length - 2; index >= 0; index -= 1) {
    if ((index + 1) % size !== 0) toEnd[index] = larger(items[index], toEnd[index + 1])
  }
  const result: T[] = []
  for (let start = 0; start + size <= items.length; start += 1) {
    result.push(start % size === 0 ? toEnd[start] : larger(toEnd[start], fromStart[start + size - 1]))
  }
  return result
}
