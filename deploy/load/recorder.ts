import type { Outcome, Timed } from './client.ts'
import { type Latencies, Sample } from './sample.ts'

/** The number of requests by outcome. */
export type Outcomes = Record<Outcome, number>

export interface StepMetrics {
  step: string
  outcomes: Outcomes
  latencies: Latencies
}

/** One interval of `Recording.every` seconds. */
export interface Moment {
  /** Seconds since the start of the run. */
  at: number
  /** Journeys that were due, and those that broke off. */
  begun: number
  brokenOff: number
  outcomes: Outcomes
  p50: number
  p90: number
  p99: number
  max: number
  /** Journeys and requests in progress at its end. */
  journeys: number
  requests: number
}

/** All measurements of a run. */
export interface Recording {
  seconds: number
  every: number
  journeys: { begun: number; completed: number; brokenOff: number; unfinished: number }
  outcomes: Outcomes
  latencies: Latencies
  /** The delays (ms) of the generator itself. */
  lag: Latencies
  bars: readonly number[]
  steps: readonly StepMetrics[]
  moments: readonly Moment[]
  /** The messages of the first few failures of each kind. */
  examples: readonly string[]
}

const noOutcomes = (): Outcomes => ({
  answered: 0,
  limited: 0,
  refused: 0,
  failed: 0,
  'timed-out': 0,
  unreachable: 0,
})

export const countOf = (outcomes: Outcomes): number =>
  Object.values(outcomes).reduce((sum, one) => sum + one, 0)
export const errorsOf = (outcomes: Outcomes): number => countOf(outcomes) - outcomes.answered

/**
 * Records a run. Latencies are those of responses and timeouts: rejections are excluded, since they are fast and
 * would flatter the result. Memory depends on the duration of the run, not on the number of requests.
 */
export class Recorder {
  readonly #every: number
  readonly #steps = new Map<string, { sample: Sample; outcomes: Outcomes }>()
  readonly #all = new Sample()
  readonly #lag = new Sample()
  readonly #moment = new Sample()
  readonly #moments: Moment[] = []
  readonly #examples = new Map<string, string>()
  readonly #outcomes = noOutcomes()
  #current = { begun: 0, brokenOff: 0, outcomes: noOutcomes() }
  #journeys = { begun: 0, completed: 0, brokenOff: 0 }
  #requests = 0

  /** @param every seconds per interval */
  constructor(every: number) {
    this.#every = every
  }

  journeyBegun(): void {
    this.#journeys.begun += 1
    this.#current.begun += 1
  }

  journeyCompleted(): void {
    this.#journeys.completed += 1
  }

  journeyBrokenOff(reason: string): void {
    this.#journeys.brokenOff += 1
    this.#current.brokenOff += 1
    // One example per kind is enough: `answer: 503`.
    const kind = reason.split(' ', 2).join(' ')
    if (this.#examples.size < 12 && !this.#examples.has(kind)) this.#examples.set(kind, reason)
  }

  sent(): void {
    this.#requests += 1
  }

  timed({ step, outcome, latency, lag }: Timed): void {
    this.#requests -= 1
    const recorded = this.#steps.get(step) ?? { sample: new Sample(), outcomes: noOutcomes() }
    this.#steps.set(step, recorded)
    for (const outcomes of [recorded.outcomes, this.#outcomes, this.#current.outcomes]) outcomes[outcome] += 1
    this.#lag.add(lag)
    if (outcome !== 'answered' && outcome !== 'timed-out') return
    for (const sample of [recorded.sample, this.#all, this.#moment]) sample.add(latency)
  }

  get underWay(): number {
    const { begun, completed, brokenOff } = this.#journeys
    return begun - completed - brokenOff
  }

  /** The totals so far, for the console. */
  get live() {
    return {
      ...this.#journeys,
      requests: this.#requests,
      errors: errorsOf(this.#outcomes),
      p50: this.#all.percentile(50),
      p99: this.#all.percentile(99),
    }
  }

  /** Ends an interval. @param at seconds since the start of the run */
  endMoment(at: number): void {
    const { at: latencies, max } = this.#moment.summary()
    this.#moments.push({
      at,
      ...this.#current,
      p50: latencies[0] ?? Number.NaN,
      p90: latencies[2] ?? Number.NaN,
      p99: latencies[4] ?? Number.NaN,
      max,
      journeys: this.underWay,
      requests: this.#requests,
    })
    this.#moment.reset()
    this.#current = { begun: 0, brokenOff: 0, outcomes: noOutcomes() }
  }

  /** @param seconds the duration of the run */
  recording(seconds: number): Recording {
    return {
      seconds,
      every: this.#every,
      journeys: { ...this.#journeys, unfinished: this.underWay },
      outcomes: this.#outcomes,
      latencies: this.#all.summary(),
      lag: this.#lag.summary(),
      bars: this.#all.counts(),
      steps: [...this.#steps].map(([step, { outcomes, sample }]) => ({
        step,
        outcomes,
        latencies: sample.summary(),
      })),
      moments: this.#moments,
      examples: [...this.#examples.values()],
    }
  }
}
