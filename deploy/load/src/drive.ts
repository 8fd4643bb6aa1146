import { setTimeout as delay } from 'node:timers/promises'
import { arrivals, type Stretch } from './arrivals.ts'
import type { Client } from './client.ts'
import type { Accounts, Journey } from './journeys/journey.ts'
import { Recorder, type Recording } from './recorder.ts'
import { openVisit } from './visit.ts'

export interface Drive {
  client: Client
  accounts: Accounts
  journeys: readonly (readonly [share: number, journey: Journey])[]
  stretches: readonly Stretch[]
  spacing: 'poisson' | 'even'
  random: () => number
  /** Milliseconds. */
  thinking: number
  /** Of a journey; null where none is to be claimed. */
  addressOf: (() => string) | null
  /** Seconds that journeys get to end after the last has begun. */
  grace: number
  signal: AbortSignal
  onTick: (seconds: number, recorder: Recorder) => void
}

/**
 * Sends journeys off when they are due, whatever became of those before them: an open loop. A target that answers
 * slowly gets as many requests as a fast one, as it would from people.
 */
export async function drive(drive: Drive): Promise<Recording> {
  const seconds = drive.stretches.at(-1)?.to ?? 0
  const every = momentOf(seconds)
  const recorder = new Recorder(every)
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1_000
  const ending = new AbortController()
  const signal = AbortSignal.any([drive.signal, ending.signal])
  const moments = setInterval(() => recorder.endMoment(passed()), every * 1_000)
  const ticks = setInterval(() => drive.onTick(passed(), recorder), 250)
  const underWay = new Set<Promise<void>>()
  try {
    for (const at of arrivals(drive.stretches, drive.random, drive.spacing)) {
      const left = begun + at - performance.now()
      if (left > 0) await delay(left, undefined, { signal })
      signal.throwIfAborted()
      const journey = goOn({ ...drive, signal }, begun + at, recorder).finally(() => underWay.delete(journey))
      underWay.add(journey)
    }
    const left = begun + seconds * 1_000 - performance.now()
    if (left > 0) await delay(left, undefined, { signal })
    await Promise.race([Promise.all(underWay), delay(drive.grace * 1_000, undefined, { signal })])
  } catch (error) {
    // Whoever stopped the run gets the report of what there was of it.
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

async function goOn(drive: Drive, due: number, recorder: Recorder): Promise<void> {
  recorder.journeyBegun()
  const visit = openVisit({
    ...drive,
    due,
    address: drive.addressOf?.() ?? null,
    onSent: () => recorder.sent(),
    onTimed: (timed) => recorder.timed(timed),
  })
  try {
    await choose(drive.journeys, drive.random()).walk(visit)
    recorder.journeyCompleted()
  } catch (error) {
    if (!drive.signal.aborted) recorder.journeyBrokenOff((error as Error).message)
  }
}

function choose(journeys: Drive['journeys'], chance: number): Journey {
  let left = chance
  for (const [share, journey] of journeys) {
    left -= share
    if (left < 0) return journey
  }
  return (journeys.at(-1) as Drive['journeys'][number])[1]
}

/** As long as makes at most 150 of them, in lengths that an axis can be labelled by. */
function momentOf(seconds: number): number {
  return [1, 2, 5, 10, 15, 30, 60, 120, 300].find((length) => seconds / length <= 150) ?? 600
}
