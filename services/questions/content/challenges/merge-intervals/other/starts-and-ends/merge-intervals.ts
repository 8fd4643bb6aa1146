export interface Interval {
  start: number
  end: number
}

export function mergeIntervals(intervals: readonly Readonly<Interval>[]): Interval[] {
  const starts = intervals.map(({ start }) => start).sort((one, other) => one - other)
  const ends = intervals.map(({ end }) => end).sort((one, other) => one - other)
  const merged: Interval[] = []
  let first = 0
  for (const [index, end] of ends.entries()) {
    // All that began so far have ended, and the next one begins later.
    if (index + 1 < starts.length && starts[index + 1] <= end) continue
    merged.push({ start: starts[first], end })
    first = index + 1
  }
  return merged
}
