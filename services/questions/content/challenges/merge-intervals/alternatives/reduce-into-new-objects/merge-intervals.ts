export interface Interval {
  start: number
  end: number
}

export const mergeIntervals = (intervals: ReadonlyArray<Readonly<Interval>>): Interval[] =>
  [...intervals]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .reduce<Interval[]>((merged, current) => {
      const last = merged[merged.length - 1]
      if (last === undefined || last.end < current.start) {
        merged.push({ ...current })
      } else if (current.end > last.end) {
        merged[merged.length - 1] = { ...last, end: current.end }
      }
      return merged
    }, [])
