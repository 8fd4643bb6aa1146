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

/** The same numbers from 0 (included) to 1 (excluded) in every run (mulberry32). */
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
