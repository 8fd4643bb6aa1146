import type { World } from './world.ts'

/** One thing that is done again and again, and how long each time takes. */
export interface Case {
  name: string
  /** `turn` counts from 0, so that each may ask for something else. */
  run: (turn: number) => Promise<unknown>
}

/** A subject of its own, in a file of its own under benchmarks/. */
export interface Benchmark {
  name: string
  cases(world: World): Case[] | Promise<Case[]>
  /** Whether what was measured is good enough, in words. */
  judge?(results: Results): Verdict[]
}

export interface Verdict {
  holds: boolean
  text: string
}

/** Milliseconds. */
export interface Timing {
  p50: number
  p95: number
  times: number
}

/** What all else is compared with, in each round: whatever slows the machine down slows both. */
export const yardstick = 'read by id'

/** How many plain reads by id take as long. */
export const inReads = (timings: ReadonlyMap<string, Timing> | undefined, name: string): number =>
  (timings?.get(name)?.p50 ?? Number.NaN) / (timings?.get(yardstick)?.p50 ?? Number.NaN)

/** By the number of questions in the bank, then by the case. */
export type Results = ReadonlyMap<number, ReadonlyMap<string, Timing>>
