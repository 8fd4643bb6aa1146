import { cpuUsage } from 'node:process'
import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time that the worker spent on a test file, its imports included. */
    processorSeconds?: number
  }
}

const before = cpuUsage()

// A setup file runs once per test file, even if files share a process. Vitest requires a pattern as first parameter.
afterAll(({}, { file }) => {
  const { user, system } = cpuUsage(before)
  file.meta.processorSeconds = (user + system) / 1e6
})
