import { printDuration, readDuration } from './duration.ts'
import { countOf, errorsOf, type Outcomes, type Recording } from './recorder.ts'
import { type Latencies, percentiles } from './sample.ts'

/** A goal of a run: `p99<300ms`, `answer:p95<=80ms`, `errors<1%`, `completed>99%`. */
export interface Objective {
  text: string
  /** For one step, or for all requests if null. */
  step: string | null
  metric: string
  comparison: '<' | '<=' | '>' | '>='
  /** Milliseconds, or a ratio, or a number per second. */
  bound: number
}

export interface Verdict {
  objective: Objective
  /** NaN if nothing was measured for it: then it is missed. */
  value: number
  holds: boolean
  printed: string
}

const form = /^(?:([\w-]+):)?(p\d+(?:\.\d+)?|max|mean|errors|completed|throughput)(<=?|>=?)(.+)$/

/** @throws Error with the reason */
export function readObjective(text: string): Objective {
  const [, step = null, metric, comparison, given] = form.exec(text.replaceAll(' ', '')) ?? []
  if (metric === undefined || comparison === undefined || given === undefined) {
    throw new Error(
      `"${text}" is not an objective: use p99<300ms, max<2s, errors<1%, completed>99% or throughput>50`,
    )
  }
  if (metric.startsWith('p') && !percentiles.includes(Number(metric.slice(1)) as 50)) {
    throw new Error(`"${text}": the percentiles are ${percentiles.map((one) => `p${one}`).join(', ')}`)
  }
  if (step !== null && (metric === 'completed' || metric === 'throughput')) {
    throw new Error(`"${text}": ${metric} applies to the whole run, not to a step`)
  }
  const bound = readBound(metric, given)
  if (bound === undefined) throw new Error(`"${text}": ${given} is not a valid bound for ${metric}`)
  return { text, step, metric, comparison: comparison as Objective['comparison'], bound }
}

function readBound(metric: string, text: string): number | undefined {
  if (metric === 'throughput') return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
  if (metric === 'errors' || metric === 'completed') {
    const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? []
    return percent === undefined ? undefined : Number(percent) / 100
  }
  return readDuration(text)
}

export function evaluate(objective: Objective, recording: Recording): Verdict {
  const value = measured(objective, recording)
  const { comparison, bound } = objective
  const holds = {
    '<': value < bound,
    '<=': value <= bound,
    '>': value > bound,
    '>=': value >= bound,
  }[comparison]
  return { objective, value, holds, printed: printed(objective.metric, value) }
}

function measured({ step, metric }: Objective, recording: Recording): number {
  const recorded = step === null ? recording : recording.steps.find((one) => one.step === step)
  if (recorded === undefined) return Number.NaN
  if (metric === 'completed') {
    // Journeys without time to finish count neither way.
    const { completed, brokenOff } = recording.journeys
    return completed / (completed + brokenOff)
  }
  if (metric === 'throughput') return recording.outcomes.answered / recording.seconds
  if (metric === 'errors') return shareOfErrors(recorded.outcomes)
  return latencyOf(metric, recorded.latencies)
}

const shareOfErrors = (outcomes: Outcomes): number => errorsOf(outcomes) / countOf(outcomes)

function latencyOf(metric: string, latencies: Latencies): number {
  if (metric === 'max' || metric === 'mean') return latencies[metric]
  return latencies.at[percentiles.indexOf(Number(metric.slice(1)) as 50)] ?? Number.NaN
}

function printed(metric: string, value: number): string {
  if (Number.isNaN(value)) return 'nothing measured'
  if (metric === 'throughput') return `${value.toFixed(1)} /s`
  if (metric === 'errors' || metric === 'completed') return `${(value * 100).toFixed(2)} %`
  return printDuration(value)
}
