import { build, type Histogram } from 'hdr-histogram-js'

export const percentiles = [50, 75, 90, 95, 99, 99.9, 99.99] as const

/** Latencies (ms) of a sample; NaN if it is empty. */
export interface Latencies {
  count: number
  mean: number
  min: number
  max: number
  /** In the order of `percentiles`. */
  at: readonly number[]
}

/** Bars per power of ten, from a tenth of a millisecond on. */
const perDecade = 12
const smallest = 0.1
const decades = 7

/** Where the bars begin, in milliseconds: each ends where the next begins. */
export const bars: readonly number[] = Array.from(
  { length: perDecade * decades },
  (_, bar) => smallest * 10 ** (bar / perDecade),
)

/** Latencies with three significant digits, in constant memory (an HDR histogram). */
export class Sample {
  readonly #histogram: Histogram = build({
    bitBucketSize: 32,
    numberOfSignificantValueDigits: 3,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000,
    autoResize: true,
  })
  readonly #counts = new Array<number>(bars.length).fill(0)

  add(ms: number): void {
    this.#histogram.recordValue(Math.max(1, Math.round(ms * 1_000)))
    const bar = Math.floor(Math.log10(Math.max(ms, smallest) / smallest) * perDecade + 1e-9)
    const place = Math.min(bar, bars.length - 1)
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
  }

  reset(): void {
    this.#histogram.reset()
    this.#counts.fill(0)
  }

  percentile(percent: number): number {
    if (this.#histogram.totalCount === 0) return Number.NaN
    return this.#histogram.getValueAtPercentile(percent) / 1_000
  }

  summary(): Latencies {
    const { totalCount: count, mean, maxValue, minNonZeroValue } = this.#histogram
    const or = (microseconds: number) => (count === 0 ? Number.NaN : microseconds / 1_000)
    return {
      count,
      mean: or(mean),
      min: or(minNonZeroValue),
      max: or(maxValue),
      at: percentiles.map((percent) => this.percentile(percent)),
    }
  }

  /** The count of each bar. */
  counts(): readonly number[] {
    return [...this.#counts]
  }
}
