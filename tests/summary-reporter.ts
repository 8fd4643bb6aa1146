import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output with one line over all projects: `N passed, N failed` (and `, N skipped` where there are any). */
export default class SummaryReporter implements Reporter {
  #count = { passed: 0, failed: 0, skipped: 0 }

  onInit(): void {
    // At the very end: other reporters, and what servers say as they stop, come before it.
    process.on('exit', (code) => {
      const { passed, skipped } = this.#count
      // A run that failed before its tests, such as for want of a server, has no test that failed.
      const failed = code === 0 ? this.#count.failed : Math.max(1, this.#count.failed)
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const failedBefore = count.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') count[state] += 1
      }
      // A file that could not be loaded, or whose beforeAll failed, holds no test that failed.
      if (module.state() === 'failed' && count.failed === failedBefore) count.failed += 1
    }
    this.#count = count
  }
}
