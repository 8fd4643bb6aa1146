import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileCache, repositoryRoot } from '@rehearse/local-platform'
import { parseCLI } from 'vitest/node'
import { say } from './report.ts'
import type { FileResult, TestResults } from './test-results-reporter.ts'

/** Projects whose tests wait for servers, or render, while others use the processor (docs/decisions/0034). */
const waiting = new Set(['integration', 'platform', 'alone', 'frontend', 'pages'])
/** More failed files than this are not due to lost races. */
const maxSecondTries = 8

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    running?.kill(signal)
    process.exitCode = 1
  })
}

// Runs all suites; arguments go to vitest (`npm test -- --project unit`). The last line is `N passed, N failed`.
const args = process.argv.slice(2)
const first = await run(args)
const failed = first.files.filter((file) => file.failed > 0)
const isRace = failed.length <= maxSecondTries && failed.every(({ project }) => waiting.has(project))
const paths = failed.map(({ path }) => path)
if (failed.length === 0 || !isRace || process.exitCode !== undefined) conclude(first, [])
else {
  say(`\nRetrying with less load: ${paths.join(', ')}\n`)
  const filters = new Set<string>(parseCLI(['vitest', 'run', ...args]).filter)
  const second = await run([...args.filter((arg) => !filters.has(arg)), ...paths])
  const files = first.files.map(
    (file) => (file.failed > 0 && second.files.find(({ path }) => path === file.path)) || file,
  )
  const passed = new Set(second.files.filter((file) => file.failed === 0).map(({ path }) => path))
  conclude(
    { files, unhandled: first.unhandled + second.unhandled },
    failed.filter(({ path }) => passed.has(path)),
  )
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

/** Ends the output with one line over all projects, after a list of what passed only at its second try. */
function conclude({ files, unhandled }: TestResults, unsteady: readonly FileResult[]): void {
  for (const { path, problems } of unsteady)
    for (const problem of problems) say(`passed only on the second try: ${path} > ${problem}`)
  const sum = (of: 'passed' | 'failed' | 'skipped') => files.reduce((sum, file) => sum + file[of], 0)
  const [failed, skipped] = [sum('failed') + unhandled, sum('skipped')]
  say(`${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode ??= failed > 0 ? 1 : 0
}
