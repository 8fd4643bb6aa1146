export interface Interval {
  start: number
  end: number
}

/** Divide and conquer: merges two merged lists. */
export function mergeIntervals(intervals: readonly Readonly<Interval>[]): Interval[] {
  if (intervals.length < 2) return intervals.map(({ start, end }) => ({ start, end }))
  const middle = intervals.length >> 1
  const one = mergeIntervals(intervals.slice(0, middle))
  const other = mergeIntervals(intervals.slice(middle))
  const result: Interval[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const next =
      j >= other.length || (i < one.length && one[i].start <= other[j].start) ? one[i++] : other[j++]
    const last = result[result.length - 1]
    if (last && next.start <= last.end) last.end = Math.max(last.end, next.end)
    else result.push(next)
  }
  return result
}
