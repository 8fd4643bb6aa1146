import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { aligned, progressLine } from '../bench/src/print-table.ts'
import { printDuration } from './duration.ts'
import { help, type LoadOptions, readOptions, UsageError } from './options.ts'
import { countOf, errorsOf } from './recorder.ts'
import { reportPage } from './report-page.ts'
import { type LoadRun, runLoad } from './run-load.ts'

/** `npm run load -- --scenario learner …`; `--help` lists the options. */
const options = readOrExplain()
if (options) {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const { say, end } = progressLine()
  try {
    const run = await runLoad(options, stopping.signal, say).finally(end)
    const report = await writeReports(run)
    process.stdout.write(`${summaryOf(run)}\nThe report: ${report}\n`)
    const isOf = run.recording.outcomes.answered > 0
    if (!isOf || run.verdicts.some(({ holds }) => !holds)) process.exitCode = 1
  } catch (error) {
    process.stderr.write(
      `${stopping.signal.aborted ? 'Stopped before it started' : (error as Error).message}\n`,
    )
    process.exitCode = 1
  }
}

function readOrExplain(): LoadOptions | null {
  try {
    const read = readOptions(process.argv.slice(2), process.env)
    if (read === null) process.stdout.write(help)
    return read
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n--help lists the options.\n`)
    process.exitCode = 2
    return null
  }
}

async function writeReports(run: LoadRun): Promise<string> {
  const { report, json, scenario } = run.options
  const time = run.startedAt.toISOString().slice(0, 19).replaceAll(':', '-')
  const path = resolve(report ?? `.data/load/${scenario}-${time}.html`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, reportPage(run))
  // Leaves out the admin's email address and password.
  const { admin: _, ...shownOptions } = run.options
  if (json) await writeFile(resolve(json), `${JSON.stringify({ ...run, options: shownOptions }, null, 2)}\n`)
  return path
}

/** The final output in a terminal: a table of the steps, then the verdicts. */
function summaryOf({ options, stopped, recording, verdicts, generatorCpu }: LoadRun): string {
  const { journeys, steps, outcomes, latencies, seconds } = recording
  const row = (name: string, of: typeof outcomes, { at, max }: typeof latencies) => [
    name,
    String(countOf(of)),
    String(errorsOf(of)),
    ...[at[0], at[2], at[4], max].map((ms) => printDuration(ms ?? Number.NaN)),
  ]
  const table = aligned([
    ['', 'requests', 'errors', 'p50', 'p90', 'p99', 'max'],
    ...steps.map((metrics) => row(metrics.step, metrics.outcomes, metrics.latencies)),
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
    `generator: ${printDuration(generatorCpu / countOf(outcomes))} of processor time per request`,
    ...(recording.examples.length > 0
      ? ['', 'Aborted by:', ...recording.examples.map((one) => `  ${one}`)]
      : []),
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
  ].join('\n')
}
