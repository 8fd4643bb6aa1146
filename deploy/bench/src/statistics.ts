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
