import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { progressLine } from '../bench/src/print-table.ts'
import { help, type LoadOptions, readOptions, UsageError } from './options.ts'
import { reportPage } from './report-page.ts'
import { type LoadRun, runLoad } from './run-load.ts'
import { summaryOf } from './summary.ts'

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
  const { admin: _, ...told } = run.options
  if (json) await writeFile(resolve(json), `${JSON.stringify({ ...run, options: told }, null, 2)}\n`)
  return path
}
