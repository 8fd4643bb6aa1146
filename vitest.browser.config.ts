import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { contentTests, everyRun, patience } from './vitest.config.ts'

const here = (path: string) => join(import.meta.dirname, path)

/** Milliseconds for each state that a test waits for. */
const stateTimeout = 240_000
/**
 * All limits of these tests, far above what a quiet machine needs: only a test that waits for what never comes may
 * reach one.
 */
export const limits = {
  env: { PATIENCE: String(stateTimeout) },
  expect: { poll: { timeout: stateTimeout } },
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
}

/** Ends what tests of the platform open in a browser. */
export const browserTests = {
  ...limits,
  setupFiles: [...patience.setupFiles, here('tests/support/close-pages.ts')],
}

/** Tests that need a question bank that no other test changes, or all of the machine, run alone. */
const alone = ['tests/browser/runner.test.ts', 'tests/api/load-kit.test.ts']

/** `npm run test:browser`: what only a real browser or the whole platform can prove. */
export default defineConfig({
  test: {
    ...everyRun,
    // A browser uses a core of its own.
    maxWorkers: availableParallelism(),
    globalSetup: here('tests/support/install-chromium.ts'),
    projects: [
      {
        test: {
          name: 'platform',
          ...browserTests,
          include: ['tests/{api,browser}/**/*.test.ts'],
          exclude: alone,
          // Files share processes, loaded modules, and one Chromium per process.
          isolate: false,
          globalSetup: here('tests/support/platform.ts'),
        },
      },
      {
        test: {
          // The code of questions and challenges that changed since `npm run content:check` last ran it.
          name: 'content',
          ...patience,
          ...limits,
          include: [contentTests],
        },
      },
      {
        // Kills processes under load. Erasures with killed processes take longer and run in `npm run test:deep`.
        test: {
          name: 'chaos',
          ...patience,
          ...limits,
          include: ['tests/chaos/no-answer-lost.test.ts'],
        },
      },
      {
        test: {
          name: 'alone',
          ...browserTests,
          include: alone,
          globalSetup: here('tests/support/platform.ts'),
          fileParallelism: false,
          // After all other projects.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
