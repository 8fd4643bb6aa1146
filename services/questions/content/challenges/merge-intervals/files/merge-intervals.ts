export interface Interval {
  start: number
  end: number
}

export function mergeIntervals(intervals: readonly Readonly<Interval>[]): Interval[] {
  throw new Error('Not implemented yet')
}
