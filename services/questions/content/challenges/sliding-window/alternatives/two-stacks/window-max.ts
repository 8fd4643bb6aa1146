/** A queue of two stacks, each of which knows its largest item. */
export const windowMax = <T>(items: readonly T[], size: number, compare: (a: T, b: T) => number): T[] => {
  if (size < 1 || !Number.isInteger(size)) throw new RangeError(`Invalid size: ${size}`)
  const best = (earlier: T, later: T) => (compare(later, earlier) > 0 ? later : earlier)
  const back: { item: T; max: T }[] = []
  const front: { item: T; max: T }[] = []
  const result: T[] = []
  items.forEach((item, index) => {
    back.push({ item, max: back.length === 0 ? item : best(back[back.length - 1].max, item) })
    if (index < size - 1) return
    const [one, other] = [front.at(-1), back.at(-1)]
    if (one && other) result.push(best(one.max, other.max))
    else result.push((one ?? other!).max)
    if (front.length === 0) {
      while (back.length > 0) {
        const moved = back.pop()!.item
        front.push({
          item: moved,
          max: front.length === 0 ? moved : best(moved, front[front.length - 1].max),
        })
      }
    }
    front.pop()
  })
  return result
}
