import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { cwd, env } from 'node:process'
import type { Reporter, TestModule } from 'vitest/node'

/** What became of a test file: how many tests came to what end, and the first problem of each that failed. */
export interface FileResult {
  project: string
  /** From the repository's folder. */
  path: string
  passed: number
  failed: number
  skipped: number
  problems: string[]
}

/** What a run of tests leaves behind it. */
export interface TestResults {
  files: FileResult[]
  /** Errors that no test owns up to. */
  unhandled: number
}

/** Leaves the results of a run, as JSON, in the file that `TEST_RESULTS` names. */
export default class TestResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    if (env.TEST_RESULTS === undefined) return
    const results: TestResults = { files: modules.map(resultOf), unhandled: unhandledErrors.length }
    writeFileSync(env.TEST_RESULTS, JSON.stringify(results))
  }
}

function resultOf(module: TestModule): FileResult {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const problems: string[] = []
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state !== 'pending') count[state] += 1
    if (state === 'failed') problems.push(`${test.fullName}: ${told(errors[0])}`)
  }
  // A file that could not be loaded, or whose beforeAll failed, holds no test that failed.
  if (module.state() === 'failed' && count.failed === 0) {
    count.failed = 1
    problems.push(told(module.errors()[0]))
  }
  return { project: module.project.name, path: relative(cwd(), module.moduleId), ...count, problems }
}

/** What went wrong, and where in our own code. */
function told(error: { stack?: string; message: string } | undefined): string {
  const lines = (error?.stack ?? error?.message ?? 'without a reason').split('\n')
  return lines.filter((line) => !line.includes('node_modules')).join('\n')
}
