import type { World } from './world.ts'

/** An operation that is repeated and timed. */
export interface Case {
  name: string
  /** `turn` counts from 0, so that each run can request something else. */
  run: (turn: number) => Promise<unknown>
}

/** A group of cases, in a file under benchmarks/. */
export interface Benchmark {
  name: string
  cases(world: World): Case[] | Promise<Case[]>
  /** Checks the measurements against the goals. */
  evaluate?(results: Results): GoalResult[]
}

export interface GoalResult {
  holds: boolean
  text: string
}

/** Milliseconds. */
export interface Timing {
  p50: number
  p95: number
  times: number
}

/** The baseline for all others in each round: whatever slows the machine down slows both. */
export const baselineCase = 'read by id'

/** A duration in units of a plain read by id. */
export const inReads = (timings: ReadonlyMap<string, Timing> | undefined, name: string): number =>
  (timings?.get(name)?.p50 ?? Number.NaN) / (timings?.get(baselineCase)?.p50 ?? Number.NaN)

/** By the number of questions in the bank, then by the case. */
export type Results = ReadonlyMap<number, ReadonlyMap<string, Timing>>

/** The result of a load benchmark: lines of a table, and whether its goals are met. */
interface LoadReport {
  title: string
  rows: readonly (readonly string[])[]
  verdicts: readonly GoalResult[]
}

/** A benchmark under load, with its own servers and a baseline that it starts itself. */
export interface LoadBenchmark {
  name: string
  run(options: LoadOptions): Promise<LoadReport>
}

export interface LoadOptions {
  /** Rounds in which everything is measured in turn; results are medians over them. */
  rounds: number
  /** Seconds of load per measurement. */
  seconds: number
  /** Smaller sizes, for a quick run. */
  short: boolean
  say: (what: string) => void
  signal: AbortSignal
}

/** A case that takes longer than this isn't repeated within a round, since it would crowd out the others. */
const longInMs = 100

/**
 * Runs all cases in rounds, one after the other, so that other load on the machine affects all alike. The first round
 * warms up and doesn't count.
 */
export async function measure(
  cases: readonly Case[],
  { rounds, repeats, say }: { rounds: number; repeats: number; say: (line: string) => void },
): Promise<Map<string, Timing>> {
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of cases) {
      say(`round ${round} of ${rounds}: ${name}`)
      for (let turn = 0; turn < repeats; turn += 1) {
        const begun = performance.now()
        await run(round * repeats + turn)
        const took = performance.now() - begun
        if (round > 0) times.get(name)?.push(took)
        if (took > longInMs) break
      }
    }
  }
  return new Map([...times].map(([name, taken]) => [name, timing(taken)]))
}

export function timing(taken: readonly number[]): Timing {
  const sorted = [...taken].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), times: sorted.length }
}
