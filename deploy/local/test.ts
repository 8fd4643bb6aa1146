import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileCache, repositoryRoot } from '@rehearse/local-platform'
import { countProcesses, timesTable } from './measure-tests.ts'
import { say } from './report.ts'
import type { TestResults } from './test-results-reporter.ts'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    running?.kill(signal)
    process.exitCode = 1
  })
}

// Runs tests, each once; arguments go to Vitest (`npm test -- --project unit`), except `--times`, which also prints how
// long each file took and which processes ran. A bare `--changed` selects the tests of what differs from main.
const given = process.argv.slice(2)
const args = given
  .filter((arg) => arg !== '--times')
  .flatMap((arg) => (arg === '--changed' ? changed() : [arg]))
const processes = given.includes('--times') ? countProcesses() : null
const results = await run(args)
if (processes) {
  for (const line of timesTable(results.files, processes.stop())) say(line)
}
conclude(results)

/** Vitest's option for the tests that depend on what differs from the last commit on main. */
function changed(): string[] {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).stdout.trim()
  const main = ['main', 'origin/main'].map((name) => git('merge-base', 'HEAD', name)).find(Boolean)
  return ['--changed', main ?? 'HEAD', '--passWithNoTests']
}

/** One test run and its results; a run that fails before its tests has one unhandled error. */
async function run(args: readonly string[]): Promise<TestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-results-'))
  const results = join(folder, 'results.json')
  try {
    const child = spawn(process.execPath, [vitest, 'run', ...args], {
      cwd: repositoryRoot,
      stdio: 'inherit',
      // Hundreds of processes load the same modules.
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, TEST_RESULTS: results },
    })
    running = child
    const code = await new Promise((resolve) => child.once('exit', resolve))
    const content = await readFile(results, 'utf8').catch(() => '{"files":[],"unhandled":0}')
    const { files, unhandled } = JSON.parse(content) as TestResults
    const isReported = code === 0 || unhandled > 0 || files.some(({ failed }) => failed > 0)
    return { files, unhandled: isReported ? unhandled : 1 }
  } finally {
    running = undefined
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ends the output with one line over all projects. */
function conclude({ files, unhandled }: TestResults): void {
  const sum = (of: 'passed' | 'failed' | 'skipped') => files.reduce((sum, file) => sum + file[of], 0)
  const [failed, skipped] = [sum('failed') + unhandled, sum('skipped')]
  say(`${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode ??= failed > 0 ? 1 : 0
}
