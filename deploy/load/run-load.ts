import { setTimeout as delay } from 'node:timers/promises'
import { randomNumbers } from '../bench/src/statistics.ts'
import { prepareAccounts } from './accounts.ts'
import { arrivals, expectedArrivals, type Stretch } from './arrivals.ts'
import type { Client } from './client.ts'
import { openClient, openVisit } from './client.ts'
import { printDuration } from './duration.ts'
import { openLoop } from './generator.ts'
import type { Accounts, Journey } from './journey.ts'
import { evaluate, type Verdict } from './objectives.ts'
import type { LoadOptions } from './options.ts'
import { Recorder, type Recording } from './recorder.ts'
import { type Scenario, scenarios } from './scenarios.ts'

export interface LoadRun {
  options: LoadOptions
  startedAt: Date
  /** Whether it was stopped early. */
  stopped: boolean
  recording: Recording
  verdicts: readonly Verdict[]
  /** Milliseconds of processor time of this process. */
  generatorCpu: number
}

/** @param signal stops the run early: the result is what was measured so far */
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
    const before = process.cpuUsage()
    const recording = await runPlan({
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
    const { user, system } = process.cpuUsage(before)
    const verdicts = options.objectives.map((objective) => evaluate(objective, recording))
    const generatorCpu = (user + system) / 1_000
    return { options, startedAt, stopped: signal.aborted, recording, verdicts, generatorCpu }
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

/**
 * Client addresses from 198.18.0.0/15, which is reserved for benchmarks (RFC 2544), so that no log or rate limit
 * takes them for real ones.
 */
function testAddresses(): () => string {
  let next = 0
  return () => {
    next = (next + 1) % (2 * 65_536)
    return `198.${18 + (next >> 16)}.${(next >> 8) & 255}.${next & 255}`
  }
}

export interface LoadPlan {
  client: Client
  accounts: Accounts
  journeys: readonly (readonly [share: number, journey: Journey])[]
  stretches: readonly Stretch[]
  spacing: 'poisson' | 'even'
  random: () => number
  /** Milliseconds. */
  thinking: number
  /** The client address of a journey; null for the generator's own. */
  addressOf: (() => string) | null
  /** Seconds that journeys have to finish after the last one started. */
  grace: number
  signal: AbortSignal
  onTick: (seconds: number, recorder: Recorder) => void
}

/**
 * Starts journeys when they are due, whatever became of earlier ones: an open loop. A slow target gets as many
 * requests as a fast one, as it would from real users.
 */
export async function runPlan(runPlan: LoadPlan): Promise<Recording> {
  const seconds = runPlan.stretches.at(-1)?.to ?? 0
  const every = momentOf(seconds)
  const recorder = new Recorder(every)
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1_000
  const ending = new AbortController()
  const signal = AbortSignal.any([runPlan.signal, ending.signal])
  const moments = setInterval(() => recorder.endMoment(passed()), every * 1_000)
  const ticks = setInterval(() => runPlan.onTick(passed(), recorder), 250)
  const underWay = new Set<Promise<void>>()
  try {
    const start = (due: number) => {
      const journey = goOn({ ...runPlan, signal }, due, recorder).finally(() => underWay.delete(journey))
      underWay.add(journey)
    }
    await openLoop(arrivals(runPlan.stretches, runPlan.random, runPlan.spacing), start, signal)
    const left = begun + seconds * 1_000 - performance.now()
    if (left > 0) await delay(left, undefined, { signal })
    await Promise.race([Promise.all(underWay), delay(runPlan.grace * 1_000, undefined, { signal })])
  } catch (error) {
    // A run that is stopped still reports what it measured.
    if (!signal.aborted) throw error
  } finally {
    clearInterval(moments)
    clearInterval(ticks)
  }
  const lasted = passed()
  recorder.endMoment(lasted)
  const recording = recorder.recording(lasted)
  ending.abort()
  await Promise.all(underWay)
  return recording
}

async function goOn(runPlan: LoadPlan, due: number, recorder: Recorder): Promise<void> {
  recorder.journeyBegun()
  const visit = openVisit({
    ...runPlan,
    due,
    address: runPlan.addressOf?.() ?? null,
    onSent: () => recorder.sent(),
    onTimed: (timed) => recorder.timed(timed),
  })
  try {
    await choose(runPlan.journeys, runPlan.random()).walk(visit)
    recorder.journeyCompleted()
  } catch (error) {
    if (!runPlan.signal.aborted) recorder.journeyBrokenOff((error as Error).message)
  }
}

function choose(journeys: LoadPlan['journeys'], chance: number): Journey {
  let left = chance
  for (const [share, journey] of journeys) {
    left -= share
    if (left < 0) return journey
  }
  return (journeys.at(-1) as LoadPlan['journeys'][number])[1]
}

/** The length of an interval: at most 150 of them, in lengths that suit an axis. */
function momentOf(seconds: number): number {
  return [1, 2, 5, 10, 15, 30, 60, 120, 300].find((length) => seconds / length <= 150) ?? 600
}
