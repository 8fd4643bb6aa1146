import type { Verdict } from './benchmark.ts'

/** What a load benchmark found: lines of a table, and whether its goals are met. */
export interface LoadReport {
  title: string
  rows: readonly (readonly string[])[]
  verdicts: readonly Verdict[]
}

/** A subject measured under load, on servers of its own, against a yardstick that it starts itself. */
export interface LoadBenchmark {
  name: string
  run(options: LoadOptions): Promise<LoadReport>
}

export interface LoadOptions {
  /** Rounds in which everything is measured by turns; figures are medians over them. */
  rounds: number
  /** Seconds of load per measurement. */
  seconds: number
  /** Smaller sizes, for a first look. */
  short: boolean
  say: (what: string) => void
  signal: AbortSignal
}
