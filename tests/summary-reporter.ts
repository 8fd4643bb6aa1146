import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends the output with one line over all projects: `N passed, N failed` (and `, N skipped` where there are any). Before
 * it stand the tests that passed at their second try only: each has a race that waits to be found.
 */
export default class SummaryReporter implements Reporter {
  #count = { passed: 0, failed: 0, skipped: 0 }
  #unsteady: readonly string[] = []

  onInit(): void {
    // At the very end: other reporters, and what servers say as they stop, come before it.
    process.on('exit', (code) => {
      for (const name of this.#unsteady) process.stdout.write(`passed at the second try only: ${name}\n`)
      const { passed, skipped } = this.#count
      // A run that failed before its tests, such as for want of a server, has no test that failed.
      const failed = code === 0 ? this.#count.failed : Math.max(1, this.#count.failed)
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const unsteady: string[] = []
    for (const module of modules) {
      const failedBefore = count.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') count[state] += 1
        if (test.diagnostic()?.flaky) {
          const [first] = test.result().errors ?? []
          unsteady.push(`${module.relativeModuleId} > ${test.fullName}: ${first?.stack ?? first?.message}`)
        }
      }
      // A file that could not be loaded, or whose beforeAll failed, holds no test that failed.
      if (module.state() === 'failed' && count.failed === failedBefore) count.failed += 1
    }
    this.#count = count
    this.#unsteady = unsteady
  }
}
