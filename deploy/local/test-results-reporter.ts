import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { cwd, env } from 'node:process'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** The result of a test file: the number of tests by outcome, and the first error of each that failed; an error outside of its tests counts as one, too. */
export interface FileResult {
  project: string
  /** Relative to the repository. */
  path: string
  passed: number
  failed: number
  skipped: number
  problems: string[]
  /** From the start of loading the file until its last test has ended. */
  wallSeconds: number
  /** Of the process that ran the tests, without the servers and browsers that they started; null if unknown. */
  processorSeconds: number | null
}

/** The results of a test run. */
export interface TestResults {
  files: FileResult[]
  /** Errors outside of any test file. */
  unhandled: number
}

/** Writes the results of a run, as JSON, to the file that `TEST_RESULTS` names. */
export default class TestResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    if (env.TEST_RESULTS === undefined) return
    const results: TestResults = { files: modules.map(resultOf), unhandled: 0 }
    for (const error of unhandledErrors) {
      const { VITEST_TEST_PATH: module } = error
      const path = typeof module === 'string' ? relative(cwd(), module) : undefined
      const file = results.files.find((one) => one.path === path)
      if (file) {
        file.failed += 1
        file.problems.push(`outside of its tests: ${firstLines(error)}`)
      } else results.unhandled += 1
    }
    writeFileSync(env.TEST_RESULTS, JSON.stringify(results))
  }
}

function resultOf(module: TestModule): FileResult {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const problems: string[] = []
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state !== 'pending') count[state] += 1
    if (state === 'failed') problems.push(`${test.fullName}: ${firstLines(errors[0])}`)
  }
  // A file that failed to load, or whose beforeAll failed, has no failed test.
  if (module.state() === 'failed' && count.failed === 0) {
    count.failed = 1
    problems.push(firstLines(module.errors()[0]))
  }
  const { setupDuration, collectDuration, environmentSetupDuration, duration } = module.diagnostic()
  return {
    project: module.project.name,
    path: relative(cwd(), module.moduleId),
    ...count,
    problems,
    wallSeconds: (setupDuration + collectDuration + environmentSetupDuration + duration) / 1000,
    processorSeconds: module.meta().processorSeconds ?? null,
  }
}

/** The message, and its location in our own code. */
function firstLines(error: { stack?: string; message: string } | undefined): string {
  const lines = (error?.stack ?? error?.message ?? 'without a reason').split('\n')
  return lines.filter((line) => !line.includes('node_modules')).join('\n')
}
