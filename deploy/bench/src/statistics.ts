/** The distance of two samples (Kolmogorov–Smirnov), and its critical value if both have the same distribution. */
export interface Comparison {
  /** The greatest difference of their cumulative distributions, from 0 to 1. */
  distance: number
  /** Samples of one distribution stay below it in 99 of 100 comparisons. */
  critical: number
}

export function compareDistributions(one: readonly number[], other: readonly number[]): Comparison {
  const share = (sample: readonly number[], limit: number) =>
    sample.filter((value) => value <= limit).length / sample.length
  const distances = [...one, ...other].map((limit) => Math.abs(share(one, limit) - share(other, limit)))
  const [n, m] = [one.length, other.length]
  return { distance: Math.max(0, ...distances), critical: 1.63 * Math.sqrt((n + m) / (n * m)) }
}

/** A reproducible sequence of numbers from 0 (inclusive) to 1 (exclusive) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The two-sided 95 % quantiles of Student's t distribution, by degrees of freedom, for the numbers of pairs in use. */
const quantiles = new Map([
  [4, 2.776],
  [19, 2.093],
])

/**
 * The mean of ratios and its 95 % interval, from their logarithms (geometric mean, Student's t).
 * @param ratios of 5 or 20 pairs
 */
export function ratioInterval(ratios: readonly number[]): { mean: number; from: number; to: number } {
  const quantile = quantiles.get(ratios.length - 1)
  if (quantile === undefined) throw new RangeError(`no quantile for ${ratios.length} pairs`)
  const logs = ratios.map(Math.log)
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)
  const half = quantile * Math.sqrt(variance / logs.length)
  return { mean: Math.exp(mean), from: Math.exp(mean - half), to: Math.exp(mean + half) }
}
