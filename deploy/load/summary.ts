import { aligned } from '../bench/src/print-table.ts'
import { printDuration } from './duration.ts'
import { countOf, errorsOf } from './recorder.ts'
import type { LoadRun } from './run-load.ts'

/** The final output in a terminal: a table of the steps, then the verdicts. */
export function summaryOf({ options, stopped, recording, verdicts }: LoadRun): string {
  const { journeys, steps, outcomes, latencies, seconds } = recording
  const row = (name: string, of: typeof outcomes, { at, max }: typeof latencies) => [
    name,
    String(countOf(of)),
    String(errorsOf(of)),
    ...[at[0], at[2], at[4], max].map((ms) => printDuration(ms ?? Number.NaN)),
  ]
  const table = aligned([
    ['', 'requests', 'errors', 'p50', 'p90', 'p99', 'max'],
    ...steps.map((figures) => row(figures.step, figures.outcomes, figures.latencies)),
    row('all', outcomes, latencies),
  ])
  const lines = verdicts.map(
    ({ objective, holds, printed }) => `${holds ? '✓' : '✗'} ${objective.text}: ${printed}`,
  )
  const ended = stopped ? `ended after ${printDuration(seconds * 1_000)}` : printDuration(seconds * 1_000)
  return [
    `${options.scenario} at ${options.target.origin}, ${options.rate} journeys per second, ${ended} (seed ${options.seed})`,
    `${journeys.begun} journeys started, ${journeys.completed} completed, ${journeys.brokenOff} aborted, ${journeys.unfinished} unfinished`,
    '',
    table,
    ...(recording.examples.length > 0
      ? ['', 'Aborted by:', ...recording.examples.map((one) => `  ${one}`)]
      : []),
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
  ].join('\n')
}
