export interface Interval {
  start: number
  end: number
}

export function mergeIntervals(intervals: readonly Readonly<Interval>[]): Interval[] {
  const merged: Interval[] = []
  for (const { start, end } of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
