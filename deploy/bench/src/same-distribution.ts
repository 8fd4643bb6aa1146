/** How far apart two samples are (Kolmogorov and Smirnov), and how far they may be if one source made both. */
export interface Comparison {
  /** The greatest difference of their cumulative shares, from 0 to 1. */
  distance: number
  /** What one source stays below in 99 of 100 comparisons. */
  critical: number
}

export function compareDistributions(one: readonly number[], other: readonly number[]): Comparison {
  const share = (sample: readonly number[], limit: number) =>
    sample.filter((value) => value <= limit).length / sample.length
  const distances = [...one, ...other].map((limit) => Math.abs(share(one, limit) - share(other, limit)))
  const [n, m] = [one.length, other.length]
  return { distance: Math.max(0, ...distances), critical: 1.63 * Math.sqrt((n + m) / (n * m)) }
}
