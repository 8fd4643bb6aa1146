import { randomNumbers } from '../../bench/src/random-numbers.ts'
import { testAddresses } from './addresses.ts'
import { expectedArrivals, type Stretch } from './arrivals.ts'
import { openClient } from './client.ts'
import { drive } from './drive.ts'
import { printDuration } from './duration.ts'
import { type Judgement, judge } from './objectives.ts'
import type { LoadOptions } from './options.ts'
import { prepareAccounts } from './prepare.ts'
import type { Recorder, Recording } from './recorder.ts'
import { type Scenario, scenarios } from './scenarios.ts'

export interface LoadRun {
  options: LoadOptions
  startedAt: Date
  /** Whether it was ended before its time. */
  stopped: boolean
  recording: Recording
  judgements: readonly Judgement[]
}

/** @param signal ends the run early: what there is of it is the result */
export async function runLoad(
  options: LoadOptions,
  signal: AbortSignal,
  say: (what: string) => void,
): Promise<LoadRun> {
  const scenario: Scenario = scenarios[options.scenario]
  const stretches = scenario.stretches(options.rate, options.seconds)
  const random = randomNumbers(options.seed)
  const addressOf = options.forwardedFor ? testAddresses() : null
  const client = openClient(options.target, options.timeout, signal)
  try {
    const accounts = await prepareAccounts({
      client,
      count: options.accounts,
      admin: scenario.journeys.some(([, { who }]) => who === 'admin') ? options.admin : null,
      random,
      addressOf,
      signal,
      say,
    })
    const startedAt = new Date()
    const recording = await drive({
      ...options,
      client,
      accounts,
      journeys: scenario.journeys,
      stretches,
      random,
      addressOf,
      signal,
      onTick: (seconds, recorder) => say(lineOf(stretches, seconds, recorder)),
    })
    const judgements = options.objectives.map((objective) => judge(objective, recording))
    return { options, startedAt, stopped: signal.aborted, recording, judgements }
  } finally {
    await client.close()
  }
}

function lineOf(stretches: readonly Stretch[], seconds: number, { live }: Recorder): string {
  const { begun, completed, brokenOff, requests, errors, p50, p99 } = live
  const total = stretches.at(-1)?.to ?? 0
  const asked = expectedArrivals(stretches, seconds) / Math.min(seconds, total)
  return [
    seconds < total ? `of ${total.toFixed(0)} s` : 'letting them end',
    `${asked.toFixed(1)} journeys a second asked, ${(begun / Math.min(seconds, total)).toFixed(1)} begun`,
    `${begun - completed - brokenOff} under way, ${requests} requests in flight`,
    `p50 ${printDuration(p50)}, p99 ${printDuration(p99)}`,
    errors === 1 ? '1 error' : `${errors} errors`,
  ].join(' · ')
}
